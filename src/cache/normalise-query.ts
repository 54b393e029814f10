import { foldCase } from '../language/fold-case.ts'

/** Punctuation at the end of a text. */
const MARKS = /(?:(?<![?!.])[?!.]+| \?)$/
/**
 * The text before it, where the punctuation only ends a sentence: a word, because a single letter may be a variable (n!
 * is a factorial); after a number, only a question mark. Matched against the last few characters, to bound the time.
 */
const CLOSED_WORD = /\p{L}\p{M}*\p{L}\p{M}*$/u
const CLOSED_BEFORE = 12

/**
 * A query in the normal form in which identical questions are equal: case, spacing and closing punctuation removed. All
 * else stays, because it could be mathematics or code: a superscript (10³ is not 103), a factorial (5! is not 5).
 */
export function normaliseQuery(query: string): string {
  const known = normalised.get(query)
  if (known !== undefined) return known
  const shape = normaliseAfresh(query)
  if (query.length > LONGEST_REMEMBERED) return shape
  if (normalised.size >= QUERIES_REMEMBERED) normalised.clear()
  normalised.set(query, shape)
  return shape
}

// Frequent questions are what the cache is for, so their normal forms are remembered.
const normalised = new Map<string, string>()
const QUERIES_REMEMBERED = 1_000
const LONGEST_REMEMBERED = 500

function normaliseAfresh(query: string): string {
  const text = query.normalize('NFC').trim()
  const isLaidOut = LAID_OUT.test(text) && CODE_SIGN.test(text)
  return withoutClosing(foldCase(isLaidOut ? text : text.replace(/\s+/g, ' ')))
}

const CODE_SIGN = /[;:(){}=<>[\]"'`]/
/** Indented lines, and spaces inside quotes: there the white space may be code. */
const LAID_OUT = /\n[ \t]+\S|["'`][^"'`\n]{0,200}\s{2}/

function withoutClosing(text: string): string {
  const marks = MARKS.exec(text)?.[0] ?? ''
  if (marks === '') return text
  const rest = text.slice(0, -marks.length)
  const isNumberAsked = /\d$/.test(rest) && marks.trim() === '?'
  return isNumberAsked || CLOSED_WORD.test(rest.slice(-CLOSED_BEFORE)) ? rest : text
}
