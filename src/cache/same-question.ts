import { contentWords, isNegated } from '../engine/words.ts'

/** Similarity under which two questions are never taken for the same. */
const SAME_QUESTION = 0.9

/** Words that decide what is asked although they carry no content of their own. */
const QUESTION_WORDS =
  /\b(who|whom|whose|when|where|why|how|which|before|after|over|under|from|to|more|less|most|least)\b/gi

/**
 * Whether two differently worded questions ask the same. Strict on purpose: a wrong hit is a wrong answer, a
 * miss only costs money. Beside a high similarity it wants the same content words and numbers in
 * the same order, the same question words and the same polarity.
 */
export function isSameQuestion(left: string, right: string, similarity: number): boolean {
  return (
    similarity >= SAME_QUESTION &&
    isNegated(left) === isNegated(right) &&
    questionWords(left) === questionWords(right) &&
    contentWords(left).join(' ') === contentWords(right).join(' ')
  )
}

function questionWords(query: string): string {
  return (query.toLowerCase().match(QUESTION_WORDS) ?? []).join(' ')
}
