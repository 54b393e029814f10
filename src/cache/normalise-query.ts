import { foldCase } from './fold-case.ts'

/**
 * Marks that only close a sentence: after a word, for a letter by itself may be a variable (n! is a factorial), and
 * after a number a question mark alone.
 */
const CLOSING_MARKS = /(?<=\p{L}\p{M}*\p{L}\p{M}*)(?:[?!.]+| \?)$|(?<=\d) ?\?$/u

/**
 * A query in the one shape in which identical questions are equal: case, spacing and closing marks removed. All
 * else stays, for it could be mathematics or code: a superscript (10³ is not 103), a factorial (5! is not 5).
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

// A question that is asked again and again is what the cache is for; its shape need not be found anew each time.
const normalised = new Map<string, string>()
const QUERIES_REMEMBERED = 1_000
const LONGEST_REMEMBERED = 500

function normaliseAfresh(query: string): string {
  return foldCase(query.normalize('NFC').replace(/\s+/g, ' ').trim()).replace(CLOSING_MARKS, '')
}
