// Models that continue after their answer write the next question themselves, as if they were the user.
const NEXT_TURN =
  /\n[ \t]*(?:#{1,6} ?)?(?:\*\*)?(?:(?:Q|Question|Problem|Exercise|Human|User|Instruction|Input)(?: ?#?\d+)?(?:\*\*)? ?:|\[INST\]|### ?(?:Question|Instruction|Input|Human|User)\b)|<\|(?!think)|<\/s>/i
const LABEL = /^(?:A|Answer|Assistant|AI|Response) ?:\s*/

/** The part of a reply before it continues with a question that it made up; the whole reply if it never does. */
export function ownWords(text: string): string {
  const own = text.slice(0, NEXT_TURN.exec(text)?.index).trim()
  return /[\p{L}\p{N}]{2}|^[\p{L}\p{N}]/u.test(own.replace(LABEL, '')) ? own : text
}
