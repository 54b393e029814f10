import { answerQuestion, type Evaluation } from './answer-question.ts'
import { parseExpression } from './parse-expression.ts'

/** Answers an arithmetic or unit question exactly; null, never a guess, for any other question. */
export function evaluateQuestion(question: string): Evaluation | null {
  return answerQuestion(question, parseExpression)
}
