import { foldCase } from '../language/fold-case.ts'
import { memoise } from '../utils/memoise.ts'

/** Punctuation at the end of a text. */
const MARKS = /(?:(?<![?!.])[?!.]+| \?)$/
/**
 * The text before it, where the punctuation only ends a sentence: a word, because a single letter may be a variable (n!
 * is a factorial); after a number, only a question mark. Matched against the last few characters, to bound the time.
 */
const CLOSED_WORD = /\p{L}\p{M}*\p{L}\p{M}*$/u
const CLOSED_BEFORE = 12

// Frequent questions are what the cache is for, so their normal forms are remembered.
const REMEMBERED = { most: 1_000, longestText: 500 }

/**
 * A query in the normal form in which identical questions are equal: case, spacing and closing punctuation removed. All
 * else stays, because it could be mathematics or code: a superscript (10³ is not 103), a factorial (5! is not 5). Nobody
 * types a text of many pages twice: of such a text everything stays, and only the same text is equal.
 */
export const normaliseQuery = memoise(normalForm, REMEMBERED)

function normalForm(query: string): string {
  const text = query.normalize('NFC').trim()
  if (text.length > LONGEST_FOLDED) return text
  const isLaidOut = LAID_OUT.test(text) && CODE_SIGN.test(text)
  return withoutClosing(foldCase(isLaidOut ? text : text.replace(/\s+/g, ' ')))
}

/** Folding takes a millisecond for a few thousand characters. */
const LONGEST_FOLDED = 16_000

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
