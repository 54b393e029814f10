export type { Evaluation } from './answer-question.ts'
export { evaluateLeftToRight } from './evaluate-left-to-right.ts'
export { evaluateQuestion } from './evaluate-question.ts'
