import {
  absolute,
  compare,
  greatestCommonDivisor,
  isInteger,
  type Rational,
  rational,
  subtract,
} from '../../../../language/quantity/index.ts'
import {
  type Amount,
  addAmounts,
  inUnit,
  multiplyAmounts,
  NoAnswerError,
  raiseAmount,
  withoutPercent,
} from './amount.ts'
import { factorial, root } from './integer-functions.ts'

// 1/12 covers the roots anyone asks for; beyond that, the numbers only grow.
const LARGEST_ROOT = 12n

/** The first to the power of the second, which may be a fraction such as 1/2. */
export function raise(base: Amount, exponentAmount: Amount): Amount {
  const exponent = withoutPercent(exponentAmount)
  if (exponent.unit || !exponent.exact) throw new NoAnswerError('the exponent is no plain number')
  if (isInteger(exponent.value)) return raiseAmount(base, Number(exponent.value.numerator))
  if (exponent.value.denominator > LARGEST_ROOT)
    throw new NoAnswerError('the exponent is too fine a fraction')
  if (base.unit) throw new NoAnswerError('no root of a unit is taken')
  return takeRoot(raiseAmount(base, Number(exponent.value.numerator)), Number(exponent.value.denominator))
}

/** The root of a plain number; negative numbers have only odd roots. */
export function takeRoot(amount: Amount, degree: number): Amount {
  const { value, unit, exact } = withoutPercent(amount)
  const isNegative = value.numerator < 0n
  if (unit || (isNegative && degree % 2 === 0)) throw new NoAnswerError('there is no such root')
  const size = root(absolute(value), degree)
  return {
    value: isNegative ? subtract(rational(0), size.value) : size.value,
    unit: null,
    exact: exact && size.exact,
  }
}

/** The factorial of a whole number that is not negative. */
export function takeFactorial(amount: Amount): Amount {
  const count = integerOf(amount)
  if (count < 0n) throw new NoAnswerError('no factorial of a negative number')
  return { ...amount, value: factorial(count) }
}

/** The remainder of a division of whole numbers; negative numbers are rejected, because conventions differ. */
export function takeRemainder(left: Amount, right: Amount): Amount {
  const [dividend, divisor] = [integerOf(left), integerOf(right)]
  if (dividend < 0n || divisor <= 0n) throw new NoAnswerError('no remainder with zero or a negative number')
  return plain(rational(dividend % divisor))
}

/** Whether the first amount is at least the second, in whatever units. */
export function isAtLeast(left: Amount, right: Amount): boolean {
  return compare(left.value, inUnit(right, left.unit).value) >= 0
}

/** The greatest common divisor of whole numbers. */
export function takeGreatestCommonDivisor(amounts: readonly Amount[]): Amount {
  const values = amounts.map(integerOf)
  const nonZero = values.filter((value) => value !== 0n)
  if (nonZero.length === 0) throw new NoAnswerError('every number divides zero')
  return plain(rational(nonZero.reduce(greatestCommonDivisor, nonZero[0]!)))
}

/** The least common multiple of whole numbers above zero. */
export function takeLeastCommonMultiple(amounts: readonly Amount[]): Amount {
  const values = amounts.map(integerOf)
  if (values.some((value) => value <= 0n)) throw new NoAnswerError('multiples are of numbers above zero')
  return plain(
    values
      .map((value) => rational(value))
      .reduce((left, right) => {
        const common = greatestCommonDivisor(left.numerator, right.numerator)
        return rational(left.numerator * right.numerator, common)
      }),
  )
}

/** The amounts from the smallest to the largest, all in the first one's unit. */
export function sorted(amounts: readonly Amount[]): Amount[] {
  const unit = amounts[0]?.unit ?? null
  return amounts.map((amount) => inUnit(amount, unit)).sort((left, right) => compare(left.value, right.value))
}

/** The middle amount, or halfway between the two in the middle. */
export function takeMedian(amounts: readonly Amount[]): Amount {
  const ordered = sorted(amounts)
  const middle = Math.floor(ordered.length / 2)
  const upper = ordered[middle]!
  if (ordered.length % 2 === 1) return upper
  return multiplyAmounts(addAmounts(ordered[middle - 1]!, upper), plain(rational(1, 2)))
}

/** The whole number of a plain amount. */
export function integerOf(amount: Amount): bigint {
  if (amount.unit || !amount.exact || !isInteger(amount.value)) throw new NoAnswerError('not a whole number')
  return amount.value.numerator
}

/** A number without a unit. */
export function plain(value: Rational): Amount {
  return { value, unit: null, exact: true }
}
