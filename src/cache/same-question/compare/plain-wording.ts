import { normaliseQuery } from '../../normalise-query.ts'

/**
 * A word of two letters or more, or a, or I; it may contain an apostrophe, and a hyphen between longer words. Without
 * the flag `i`, with which the letter iota would also count as an accent, so that a run of them could match in
 * countless ways.
 */
const WORD = /[aiAI]|\p{L}+(?:'\p{L}+)+|(?:\p{L}\p{M}*){2,}|\p{L}{3,}(?:-\p{L}{3,})+/u.source
/**
 * Words, separated by spaces, a comma or a full stop, and whole numbers or names like H2O, separated only by spaces.
 */
const PROSE = new RegExp(`^(?:(?:(?:${WORD})[,.]?|\\p{L}*\\d[\\p{L}\\d]*)(?: |$))+$`, 'u')

const CONTRACTIONS: Array<[RegExp, string]> = [
  [/\b(what|who|where|when|how)'s\b/g, '$1 is'],
  [/\bcan't\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must)n't\b/g, '$1 not'],
]
const POLITE_OPENING = /^please,? (?=(?:tell|give|what|who|when|where|why|how|which|can|could|would) )/
const POLITE_REQUEST = /^(?:can|could|would) you (?:please )?(?=(?:tell|give) me )/
/** With its comma: “How do you spell please?” asks about the word. */
const POLITE_CLOSING = /, please$/
const TOLD_WHAT =
  /^tell me (?=(?:who|what|when|where|why|how|which) (?:is|are|was|were|did|does|do|many|much) )/
/** “Tell me the …” and “What is the …” ask the same; “Give me a …” and “What is a …” do not. */
const TOLD_THE = /^(?:tell|give) me the /

/**
 * A query in its plainest wording, or null if it is not plain prose; the same question has the same plain wording.
 * Strict on purpose: what looks like a typo in punctuation may be an operator elsewhere, so both must be plain prose
 * and differ only in how the request is phrased.
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
