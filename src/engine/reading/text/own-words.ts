// Models that go on past their answer write the next question themselves, as the other side of the talk.
const NEXT_TURN =
  /\n[ \t]*(?:#{1,6} ?)?(?:\*\*)?(?:(?:Q|Question|Problem|Exercise|Human|User|Instruction|Input)(?: ?#?\d+)?(?:\*\*)? ?:|\[INST\]|### ?(?:Question|Instruction|Input|Human|User)\b)|<\|(?!think)|<\/s>/i
const NEXT_OPTIONS = /\n[ \t]*Options(?: are)?:/i
const ANSWERED = /\banswer(?: is\b|:)/i
const LABEL = /^(?:A|Answer|Assistant|AI|Response) ?:\s*/
const NEXT_LABEL = /\n[ \t]*A ?:/

/** The part of a reply before it goes on to a question of its own making; the whole when it never does. */
export function ownWords(text: string): string {
  const cuts = [NEXT_TURN.exec(text)?.index, nextOptions(text)]
  if (LABEL.test(text)) cuts.push(NEXT_LABEL.exec(text)?.index)
  const own = text.slice(0, Math.min(...cuts.map((cut) => cut ?? text.length))).trim()
  return /[\p{L}\p{N}]{2}|^[\p{L}\p{N}]/u.test(own.replace(LABEL, '')) ? own : text
}

/** Where options of another question stand; before an answer they are those of this one, repeated. */
function nextOptions(text: string): number | undefined {
  const index = NEXT_OPTIONS.exec(text)?.index
  return index !== undefined && ANSWERED.test(text.slice(0, index)) ? index : undefined
}
