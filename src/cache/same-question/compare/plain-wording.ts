import { normaliseQuery } from '../../normalise-query.ts'

/**
 * A word of two letters or more, or a, or I; an apostrophe may stand inside, a hyphen between longer words. Without the
 * flag `i`, by which the letter iota would count as an accent, too, and a row of them be read in countless ways.
 */
const WORD = /[aiAI]|\p{L}+(?:'\p{L}+)+|(?:\p{L}\p{M}*){2,}|\p{L}{3,}(?:-\p{L}{3,})+/u.source
/** Words, parted by spaces, a comma or a full stop, and whole numbers or names like H2O, parted by spaces alone. */
const PROSE = new RegExp(`^(?:(?:(?:${WORD})[,.]?|\\p{L}*\\d[\\p{L}\\d]*)(?: |$))+$`, 'u')

const CONTRACTIONS: Array<[RegExp, string]> = [
  [/\b(what|who|where|when|how)'s\b/g, '$1 is'],
  [/\bcan't\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must)n't\b/g, '$1 not'],
]
const POLITE_OPENING = /^please,? (?=(?:tell|give|what|who|when|where|why|how|which|can|could|would) )/
const POLITE_REQUEST = /^(?:can|could|would) you (?:please )?(?=(?:tell|give) me )/
/** With its comma: “How do you spell please?” asks for the word. */
const POLITE_CLOSING = /, please$/
const TOLD_WHAT =
  /^tell me (?=(?:who|what|when|where|why|how|which) (?:is|are|was|were|did|does|do|many|much) )/
/** “Tell me the …” and “What is the …” ask alike; “Give me a …” and “What is a …” do not. */
const TOLD_THE = /^(?:tell|give) me the /

/**
 * A query as one would plainly ask it, or null where it is not plain prose; the same question has the same. Strict on
 * purpose: what looks like a slip of punctuation may be an operator elsewhere, so both must be plain prose and differ in
 * nothing but how one asks to be told.
 */
export function plainWording(query: string): string | null {
  const text = normaliseQuery(query).replace(/(?<=\p{L})’(?=\p{L})/gu, "'")
  if (!PROSE.test(text)) return null
  return CONTRACTIONS.reduce((words, [short, long]) => words.replace(short, long), text)
    .replace(POLITE_OPENING, '')
    .replace(POLITE_REQUEST, '')
    .replace(POLITE_CLOSING, '')
    .replace(TOLD_WHAT, '')
    .replace(TOLD_THE, 'what is the ')
}
