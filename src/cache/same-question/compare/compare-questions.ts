import type { Question } from '../reading/read-question.ts'
import { type Alignment, align } from './align.ts'
import { type WordOrder, wordOrder } from './word-order.ts'
import type { WordTable } from './word-table.ts'

/** Two questions that were read and aligned. */
export interface QuestionPair {
  left: Question
  right: Question
  alignment: Alignment
  order: WordOrder
}

/** Aligns two questions, always in the same order, so that it does not matter which was asked first. */
export function compareQuestions(one: Question, other: Question, table: WordTable): QuestionPair {
  const [left, right] = one.text <= other.text ? [one, other] : [other, one]
  const alignment = align(left, right, table)
  return { left, right, alignment, order: wordOrder(left, right, alignment.pairs) }
}
