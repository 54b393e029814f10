import Fraction from 'fraction.js'
import { fromDecimal } from '../../../../language/quantity/index.ts'
import { computed, NoAnswerError, type NumberPart } from './number-part.ts'

export type Operator = '+' | '-' | '*' | '/' | '^' | 'mod' | 'of'

/** A longer result is of no use to a reader, and a hostile "9^9^9" would cost memory and time. */
const MOST_DIGITS = 2_000
const LARGEST_FACTORIAL = 500n
const LARGEST_ROOT = 12n

/** Applies an operator to two numbers. */
export function operate(operator: Operator, left: NumberPart, right: NumberPart): NumberPart {
  const isExact = left.isExact && right.isExact
  const [one, other] = [left.value, right.value]
  switch (operator) {
    case '+':
    case '-':
      if (left.isPercent || right.isPercent) throw new NoAnswerError('“80 plus 15%” may be 92 or 80.15')
      return computed(operator === '+' ? one.add(other) : one.sub(other), isExact)
    case '*':
      return computed(one.mul(other), isExact)
    case 'of':
      if (!left.isPercent && one.gte(1)) throw new NoAnswerError('only a part is taken of something')
      return computed(one.mul(other), isExact)
    case '/':
      if (other.n === 0n) throw new NoAnswerError('nothing is divided by zero')
      return computed(one.div(other), isExact)
    case 'mod':
      if (countOf(right) === 0n) throw new NoAnswerError('nothing is divided by zero')
      return computed(new Fraction(countOf(left) % countOf(right)), true)
    case '^':
      return raise(left, right)
  }
}

/** The root of a number; a negative one has only odd roots. */
export function takeRoot({ value, isExact }: NumberPart, degree: number): NumberPart {
  if (value.s < 0n && degree % 2 === 0) throw new NoAnswerError('there is no such root')
  const size = value.abs()
  const near = new Fraction(nearestRoot(size.n, degree), nearestRoot(size.d, degree))
  const isRational = near.pow(degree)!.equals(size)
  const found = isRational ? near : fromDecimal((size.valueOf() ** (1 / degree)).toPrecision(15))
  if (found === null) throw new NoAnswerError('the number is too large')
  return computed(found.mul(value.s), isExact && isRational)
}

/** The product of the whole numbers up to a number. */
export function takeFactorial(part: NumberPart): NumberPart {
  const count = countOf(part)
  if (count > LARGEST_FACTORIAL) throw new NoAnswerError('the result is too large')
  let product = 1n
  for (let factor = 2n; factor <= count; factor++) product *= factor
  return computed(new Fraction(product), true)
}

/** The whole number, zero or above, that a number is. */
export function countOf({ value, isExact }: NumberPart): bigint {
  if (!isExact || value.d !== 1n || value.s < 0n) throw new NoAnswerError('not a whole number')
  return value.n
}

function raise(base: NumberPart, { value: { s, n, d }, isExact }: NumberPart): NumberPart {
  const digits = Math.max(String(base.value.n).length, String(base.value.d).length)
  if (digits * Number(n) > MOST_DIGITS) throw new NoAnswerError('the result is too large')
  if (!isExact || d > LARGEST_ROOT) throw new NoAnswerError('the exponent is too fine a fraction')
  if (base.value.n === 0n && s * n <= 0n) throw new NoAnswerError('zero to a power not above zero')
  const raised = computed(base.value.pow(Number(s * n))!, base.isExact)
  return d === 1n ? raised : takeRoot(raised, Number(d))
}

function nearestRoot(value: bigint, degree: number): bigint {
  const near = Math.round(Number(value) ** (1 / degree))
  return Number.isSafeInteger(near) ? BigInt(near) : 1n
}
