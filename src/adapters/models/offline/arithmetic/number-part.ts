import Fraction from 'fraction.js'
import { formatNumber, isShortDecimal } from './format-number.ts'

/** An arithmetic question answered. */
export interface Calculation {
  /** Such as "42", "8.04672 km", "approximately 1.41421356" or "yes". */
  readonly answer: string
  /** Short claims that lead to the answer, such as "17 + 25 = 42". */
  readonly steps: string[]
}

/** A number during a calculation: its value, and how it is written in the next step. */
export interface NumberPart {
  readonly value: Fraction
  readonly text: string
  /** False once an irrational number has been rounded. */
  readonly isExact: boolean
  /** Whether the text states the value without rounding. */
  readonly isWrittenExactly: boolean
  readonly isPercent: boolean
}

/** Thrown when a calculation has no answer: it is undefined, ambiguous, too large, or not a calculation. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** A number as the question states it: in full, a third as 1/3. */
export function stated(value: Fraction): NumberPart {
  const text = isShortDecimal(value) ? formatNumber(value) : value.toFraction()
  return { value, text, isExact: true, isWrittenExactly: true, isPercent: false }
}

/** A number that was computed. */
export function computed(value: Fraction, isExact: boolean): NumberPart {
  const isWrittenExactly = isExact && isShortDecimal(value)
  return { value, text: formatNumber(value, isExact), isExact, isWrittenExactly, isPercent: false }
}

/** π to more digits than any answer shows. */
export const PI: NumberPart = {
  ...stated(new Fraction('3.14159265358979323846')),
  text: 'pi',
  isExact: false,
}
