import { matchAt } from '../../../language/quantity/index.ts'
import { foldText } from '../../../language/words.ts'

/** A letter of an option as it stands in a text. */
export interface LetterMark {
  letter: string
  end: number
}

const NAMED = /(?:option|choice|letter|statement|alternative|answer) ?:? ?/iuy
const ENCLOSED = /["'“([{<]\s?([A-P])\s?["'”)\]}>]/iuy
// The bracket may be missing where a reply was cut right behind the letter, or hold several letters.
const BARE = /\(?([A-P])(?![\p{L}\p{N}_'’^-]|\/[\p{L}\d])/uy
// What may follow a letter that stands alone: “A because …” names the option, “A dog” a dog.
const AFTER_LETTER =
  /\s*(?:$|[.,;:!?)\]}$"”<\\*|–—\n]|- |(?:because|since|as|and|or|with|for|which|is|are|was|in|due|given|based|though|but|by|from|that|not|seems|appears|would|must)\b)/iuy
const EQUALS = /\s*[=≈]/y
const CLOSES = /\s*(?:$|[.,;:!\n])/y
const LONGEST_LOOK = 60

/** The option that is named by its letter at a place in a text; null when none is. */
export function letterAt(text: string, position: number, options: Map<string, string>): LetterMark | null {
  const named = matchAt(NAMED, text, position)?.[0].length ?? 0
  const enclosed = matchAt(ENCLOSED, text, position + named)
  const mark = enclosed ?? matchAt(BARE, text, position + named)
  const letter = mark?.[1]?.toUpperCase() ?? ''
  const option = options.get(letter)
  if (!mark || option === undefined) return null
  const end = mark.index + mark[0].length
  // “(a) 14 hours, (b) 3 mg” are parts of an answer, not options.
  if (enclosed) return mark[1] === letter || matchAt(CLOSES, text, end) ? { letter, end } : null
  // “F = 1 N” tells a force.
  const worded = !matchAt(EQUALS, text, end) && opensWith(text.slice(end), option)
  const alone = named > 0 || matchAt(AFTER_LETTER, text, end) || worded
  return alone ? { letter, end } : null
}

/** Whether a text opens with the words of an option. */
export function opensWith(text: string, option: string): boolean {
  const words = plainWords(text.slice(0, LONGEST_LOOK))
  const [first, second] = plainWords(option.slice(0, LONGEST_LOOK))
  return first !== undefined && words[0] === first && (second === undefined || words[1] === second)
}

/** Whether a text ends with the words of an option. */
export function endsWith(text: string, option: string): boolean {
  const words = plainWords(option)
  const end = plainWords(text.slice(-2 * option.length - LONGEST_LOOK)).slice(-words.length)
  return words.length > 0 && words.join(' ') === end.join(' ')
}

function plainWords(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words[0] === 'a' || words[0] === 'an' || words[0] === 'the' ? words.slice(1) : words
}
