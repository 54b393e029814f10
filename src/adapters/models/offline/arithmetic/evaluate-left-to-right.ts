import { answerQuestion, type Evaluation } from './answer-question.ts'
import { parseLeftToRight } from './parse-left-to-right.ts'

/** Answers as a naive reasoner would, who ignores precedence and parentheses: a fallible voice. */
export function evaluateLeftToRight(question: string): Evaluation | null {
  return answerQuestion(question, parseLeftToRight)
}
