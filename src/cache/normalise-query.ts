import { foldCase } from '../language/fold-case.ts'
import { memoise } from '../utils/bounded-cache.ts'

/** Marks at the end of a text. */
const MARKS = /(?:(?<![?!.])[?!.]+| \?)$/
/**
 * What they only close: a word, for a letter by itself may be a variable (n! is a factorial), and after a number a question
 * mark alone. Held against the few characters before them, so that a text of nothing but accents costs no time.
 */
const CLOSED_WORD = /\p{L}\p{M}*\p{L}\p{M}*$/u
const CLOSED_BEFORE = 12

// A question that is asked again and again is what the cache is for; its shape need not be found anew each time.
const REMEMBERED = { most: 1_000, longestText: 500 }

/**
 * A query in the one shape in which identical questions are equal: case, spacing and closing marks removed. All
 * else stays, for it could be mathematics or code: a superscript (10³ is not 103), a factorial (5! is not 5).
 */
export const normaliseQuery = memoise(shapeOf, REMEMBERED)

function shapeOf(query: string): string {
  const text = query.normalize('NFC').trim()
  const isLaidOut = LAID_OUT.test(text) && CODE_SIGN.test(text)
  return withoutClosing(foldCase(isLaidOut ? text : text.replace(/\s+/g, ' ')))
}

const CODE_SIGN = /[;:(){}=<>[\]"'`]/
/** Lines that are indented, and spaces within quotes: there the white space may be code. */
const LAID_OUT = /\n[ \t]+\S|["'`][^"'`\n]{0,200}\s{2}/

function withoutClosing(text: string): string {
  const marks = MARKS.exec(text)?.[0] ?? ''
  if (marks === '') return text
  const rest = text.slice(0, -marks.length)
  const isNumberAsked = /\d$/.test(rest) && marks.trim() === '?'
  return isNumberAsked || CLOSED_WORD.test(rest.slice(-CLOSED_BEFORE)) ? rest : text
}
