import type Fraction from 'fraction.js'
import { fromDecimal } from '../../language/quantity/scan-number.ts'
import { foldText, wordsOf } from '../../language/words.ts'
import type { AnswerForm } from './extract-answer.ts'
import { firstNumberIn } from './first-number.ts'

/** What is right: one answer, or several with ` / ` between them; for a choice, the letter or the words of an option. */
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

/** The value of a decimal number or of a fraction such as 1/2; null for another text. */
function numberIn(text: string): Fraction | null {
  const [above = '', below = '1', ...more] = text.split('/')
  const [dividend, divisor] = [fromDecimal(above), fromDecimal(below)]
  const isNumber = more.length === 0 && dividend !== null && divisor !== null && !divisor.equals(0)
  return isNumber ? dividend.div(divisor) : null
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
  if (form === 'number') return sameNumber(answer, right)
  if (form === 'text') return right.split(' / ').some((one) => isSaid(one.trim(), answer))
  if (/^[A-P]$/i.test(right)) return answer === right.toUpperCase()
  const place = options?.findIndex((option) => foldText(option) === foldText(right)) ?? -1
  return place !== -1 && answer === letterOf(place)
}

function isSaid(right: string, answer: string): boolean {
  const value = numberIn(right)
  if (value !== null) return firstNumberIn(answer)?.equals(value) === true
  return ` ${wordsOf(answer).join(' ')} `.includes(` ${wordsOf(right).join(' ')} `)
}
