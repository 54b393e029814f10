import { normaliseQuery } from './normalise-query.ts'

/** Similarity under which two questions are never taken for the same. */
const SAME_QUESTION = 0.9

/**
 * Whether two differently worded questions ask the same. Strict on purpose: a wrong hit is a wrong answer, a
 * miss only costs money. Beside a high similarity it wants the same words, numbers and signs in the same order;
 * only what is known to change nothing may differ: how one asks to be told, an article after a preposition.
 */
export function isSameQuestion(left: string, right: string, similarity: number): boolean {
  return similarity >= SAME_QUESTION && wordingOf(left) === wordingOf(right)
}

/** “Please tell me the …” and “What is the …” ask alike; “Give me a …” and “What is a …” do not. */
const POLITENESS = /^(?:please,? |(?:can|could|would) you (?:please )?(?=(?:tell|give) me ))+|,? please$/g
const ASKING_FOR_THE = /^(?:what (?:is|are)|(?:tell|give) me) the /
const TOLD_WHAT =
  /^tell me (?=(?:who|what|when|where|why|how|which) (?:is|are|was|were|did|does|do|many|much) )/
const ARTICLE_AFTER_PREPOSITION = /\b(in|of|at|on|by|for|with) (?:a|an|the) /g
/** A word, a number, or any sign but the marks that only close or part sentences. */
const TOKENS = /\.\p{Nd}+|[\p{L}\p{M}\p{N}]+(?:\.\p{Nd}+)*|(?<=\d)['"!]|[^\s\p{L}\p{M}\p{N}?!.,;:'"“”]/gu

function wordingOf(query: string): string {
  const plain = normaliseQuery(query)
    .replace(/\b(what|who|where|when|how)'s\b/g, '$1 is')
    .replace(/n't\b/g, ' not')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/\b(is|are) there\b/g, '$1')
    .replace(POLITENESS, '')
    .replace(TOLD_WHAT, '')
    .replace(ASKING_FOR_THE, 'the ')
    .replace(ARTICLE_AFTER_PREPOSITION, '$1 ')
  return (plain.match(TOKENS) ?? []).join(' ')
}
