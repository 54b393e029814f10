import { fromDecimal } from '../../language/quantity/index.ts'
import { foldText, wordsOf } from '../../language/words.ts'
import type { AnswerForm } from './extract-answer.ts'
import { firstNumberIn } from './first-number.ts'

/** What is right: one answer, or several that are separated by a slash; for a choice, the letter or the words of an option. */
export interface Gold {
  gold: string
  /** The options of a choice; absent for other questions. */
  options?: string[] | undefined
}

/** Whether an answer has the value of a decimal number. */
export function sameNumber(answer: string, gold: string): boolean {
  const value = fromDecimal(gold)
  return value !== null && firstNumberIn(answer)?.equals(value) === true
}

/** The letter of the n-th option, counted from 0. */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place)
}

/**
 * Whether a short answer is right: options by their letter, numbers by their value, others if they contain the words of a
 * right answer. What these rules cannot tell counts as wrong.
 */
export function isRight(answer: string, form: AnswerForm, { gold, options }: Gold): boolean {
  const right = gold.trim()
  if (form === 'number' || (form === 'text' && fromDecimal(right) !== null)) return sameNumber(answer, right)
  if (form === 'text') {
    const said = ` ${wordsOf(answer).join(' ')} `
    return right.split('/').some((words) => said.includes(` ${wordsOf(words).join(' ')} `))
  }
  if (/^[A-P]$/i.test(right)) return answer === right.toUpperCase()
  const place = options?.findIndex((option) => foldText(option) === foldText(right)) ?? -1
  return place !== -1 && answer === letterOf(place)
}
