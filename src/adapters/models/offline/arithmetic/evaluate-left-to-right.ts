import { answerQuestion, type Evaluation } from './answer-question.ts'
import { parseLeftToRight } from './parse-left-to-right.ts'

/** Answers like a naive reasoner who ignores precedence and parentheses: a fallible voice. */
export function evaluateLeftToRight(question: string): Evaluation | null {
  return answerQuestion(question, parseLeftToRight)
}
