import { foldText } from '../../language/words.ts'
import { bothEnds } from '../../utils/both-ends.ts'

// “Account A: €300” is an account, not an option.
const MARKER = /(?<=^|[\s;,])\(?([A-P])(?:[).]|(?<=[^\p{L}\s]\s*[A-P]|^[A-P]|\n\s*[A-P]):)(?=\s)/gu
const LINE_MARKER = /^[ \t]*\(?([A-P])[).:](?=\s)/gm
const STATED =
  /^(?:(?:option|choice) ?:? ?\(?([A-P])\)?(?![\p{L}\p{N}])|\(([A-P])\)|([A-P])(?=$|[).:,]| ?[–—]| ?- ))/iu

/** Longer questions come with a text; their options stand before or after it. */
const LONGEST_READ = 16_000

/** The options that a question offers, by letter; empty unless at least two follow each other from A. */
export function optionsOf(question: string): Map<string, string> {
  const query = bothEnds(question, LONGEST_READ)
  // Options on lines of their own may contain text that looks like another option: “C. H. Ross Perot”.
  const listed = optionsBehind(query, [...query.matchAll(LINE_MARKER)], /\n/)
  return listed.size >= 2 ? listed : optionsBehind(query, [...query.matchAll(MARKER)], /[\n;]/)
}

function optionsBehind(query: string, markers: RegExpExecArray[], end: RegExp): Map<string, string> {
  const options = new Map<string, string>()
  if (areSpeakers(query, markers, end)) return options
  for (const [index, marker] of markers.entries()) {
    const letter = marker[1] ?? ''
    const upToNext = query.slice(marker.index + marker[0].length, markers[index + 1]?.index)
    const text = foldText(upToNext.trimStart().split(end, 1)[0] ?? '').trim()
    // A question may also list other things by letter; its options come last.
    if (letter === 'A' && options.size > 0) options.clear()
    if (text !== '' && letter === String.fromCharCode(65 + options.size))
      options.set(letter, text.replace(/[.,]$/, ''))
  }
  return options.size >= 2 ? options : new Map()
}

/** Whether letters with a colon are the names of speakers: they speak more than once, or in sentences. */
function areSpeakers(query: string, markers: RegExpExecArray[], end: RegExp): boolean {
  if (!markers.some(([mark]) => mark.endsWith(':'))) return false
  const letters = markers.map(([, letter]) => letter)
  const speaks = markers.some(({ 0: mark, index }, place) => {
    const said = query.slice(index + mark.length, markers[place + 1]?.index)
    return /[.?!…]["”]?$/.test(said.trim().split(end, 1)[0]?.trim() ?? '')
  })
  return speaks || new Set(letters).size < letters.length
}

/** The letter that an answer picks, by letter or by the words of the option; null if it picks none. */
export function pickedOption(answer: string, options: Map<string, string>): string | null {
  if (options.size === 0) return null
  const folded = foldText(answer).trim().replace(/\.$/, '')
  const worded = [...options].find(([, text]) => text === folded)?.[0]
  // “A dog” is the option with these words, not option A; a single letter is always a letter.
  if (worded !== undefined && folded.length > 1) return worded
  const stated = STATED.exec(answer)
  const letter = (stated?.[1] ?? stated?.[2] ?? stated?.[3])?.toUpperCase()
  if (stated === null || letter === undefined || !options.has(letter)) return worded ?? null
  return saysNoMore(folded.slice(stated[0].length), options.get(letter)!) ? letter : (worded ?? null)
}

/**
 * Whether the text after a letter adds nothing to it: the words of the option, an aside, or the reason for the choice.
 */
function saysNoMore(rest: string, option: string): boolean {
  if (/^[\s).:,–—-]*(?:\(|because\b|since\b|as\b)/.test(rest)) return true
  const said = rest.match(/[\p{L}\p{N}]+/gu) ?? []
  const words = new Set(option.match(/[\p{L}\p{N}]+/gu))
  return said.every((word) => words.has(word))
}
