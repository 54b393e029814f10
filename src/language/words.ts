import { memoise } from '../utils/bounded-cache.ts'

const STOP_WORDS = new Set(
  `a an the of in on at to for from by with as is are was were be been being am do does did done has have had having
  it its this that these those there here what which who whom whose when where why how much many and or but if then than so
  such not no nor can could will would shall should may might must i you he she we they me him her us them my your his our
  their about into over under between through during before after up down out off again also just only very too more most
  some any each every all both few other own same s t re ve ll d m please tell give name called known`.split(
    /\s+/,
  ),
)

const NEGATIONS = new Set([
  'not',
  'no',
  'never',
  'none',
  'neither',
  'nor',
  'cannot',
  'without',
  'nobody',
  'nothing',
  'false',
])

const ASCII = /^\p{ASCII}*$/u
const ODDLY_SPACED = /[^\S ]| {2}/

/** A text with one space for every run of them, and none around it. */
export function oneSpaced(text: string): string {
  return ODDLY_SPACED.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim()
}

/** Whether a text is in plain characters only, whose shape is never in doubt. */
export function isAscii(text: string): boolean {
  return ASCII.test(text)
}

/** Text in one shape: compatibility forms folded, accents and case removed. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Words and numbers of a text, folded; contractions of “not” count as the word “not”. */
export function wordsOf(text: string): string[] {
  return (
    joinThousands(foldText(text).replace(/n['’]t\b/g, ' not')).match(/[\p{L}\p{N}]+(?:\.\p{N}+)?/gu) ?? []
  )
}

/** A text with its numbers in one piece: 299792458 for 299 792 458 and for 299,792,458. */
export function joinThousands(text: string): string {
  return text.replace(/(\d)[,\s\u2009\u202f](?=\d{3}\b)/g, '$1')
}

/** How a word with an ending ends. */
const ENDING = /[degsy]$|(.)\1$/

/** A word without its commonest English endings, so that “travels” and “travelling” meet. */
export const stem = memoise(stemAfresh, { most: 20_000, longestText: 12 })

function stemAfresh(word: string): string {
  // The s of https is no plural.
  if (word.length <= 3 || !ENDING.test(word) || /\d/.test(word) || word === 'https') return word
  return word
    .replace(/(ies)$/, 'y')
    .replace(/(sses)$/, 'ss')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=.{3})(ing|edly|ed|ly)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/(?<=.{3})e$/, '')
}

/** The stems that carry a text's content, in order, without function words. */
export function contentWords(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem)
}

/** Whether a (folded) word only holds a sentence together. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** Whether a (folded) word negates. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word)
}

/** Whether a text is negated: an odd number of negating words. */
export function isNegated(text: string): boolean {
  return wordsOf(text).filter(isNegation).length % 2 === 1
}
