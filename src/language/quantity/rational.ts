/** An exact fraction in lowest terms; the denominator is always positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Thrown when a result would be too large, or on division by zero. */
export class RationalRangeError extends RangeError {
  override readonly name = 'RationalRangeError'

  constructor(readonly reason: 'oversize' | 'division-by-zero') {
    super(
      reason === 'oversize'
        ? `a result has more than ${MAXIMUM_DIGITS} digits`
        : 'division by zero is undefined',
    )
  }
}

// Without a limit, a hostile "9^9^9" would cost memory and time; no answer for a human reader is longer.
export const MAXIMUM_DIGITS = 2000
const LIMIT = 10n ** BigInt(MAXIMUM_DIGITS)
const LIMIT_BITS = LIMIT.toString(2).length
const SMALL_BITS = 64
const SMALL = 2n ** BigInt(SMALL_BITS)

export const ZERO: Rational = { numerator: 0n, denominator: 1n }
export const ONE: Rational = { numerator: 1n, denominator: 1n }

/** Creates a fraction in lowest terms; whole numbers can be passed as a plain number. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const top = BigInt(numerator)
  const bottom = BigInt(denominator)
  if (bottom === 0n) throw new RationalRangeError('division-by-zero')
  const divisor = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n)
  return withinLimit({ numerator: top / divisor, denominator: bottom / divisor })
}

/** The sum of two fractions. */
export function add(left: Rational, right: Rational): Rational {
  return rational(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  )
}

/** The first fraction minus the second. */
export function subtract(left: Rational, right: Rational): Rational {
  return add(left, negate(right))
}

/** The product of two fractions. */
export function multiply(left: Rational, right: Rational): Rational {
  return rational(left.numerator * right.numerator, left.denominator * right.denominator)
}

/** The first fraction divided by the second; throws a `RationalRangeError` if the second is zero. */
export function divide(left: Rational, right: Rational): Rational {
  return rational(left.numerator * right.denominator, left.denominator * right.numerator)
}

/** A fraction raised to a whole exponent; the size is checked before anything is computed. */
export function power(base: Rational, exponent: number): Rational {
  if (!Number.isSafeInteger(exponent)) throw new RationalRangeError('oversize')
  if (exponent === 0) return ONE
  if (exponent === 1) return base
  if (exponent < 0) return power(divide(ONE, base), -exponent)
  const numerator = absoluteInteger(base.numerator)
  const larger = numerator > base.denominator ? numerator : base.denominator
  // For a small power of a small number, counting the bits would take longer than computing the result.
  const isSmall = larger < SMALL && exponent * SMALL_BITS <= LIMIT_BITS
  if (!isSmall && (larger.toString(2).length - 1) * exponent > LIMIT_BITS)
    throw new RationalRangeError('oversize')
  const count = BigInt(exponent)
  return withinLimit({ numerator: base.numerator ** count, denominator: base.denominator ** count })
}

/** The same fraction with the opposite sign. */
export function negate(value: Rational): Rational {
  return { numerator: -value.numerator, denominator: value.denominator }
}

/** The fraction without its sign. */
export function absolute(value: Rational): Rational {
  return value.numerator < 0n ? negate(value) : value
}

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export function compare(left: Rational, right: Rational): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Whether two fractions are the same number. */
export function equals(left: Rational, right: Rational): boolean {
  return left.numerator === right.numerator && left.denominator === right.denominator
}

/** Whether a fraction is a whole number. */
export function isInteger(value: Rational): boolean {
  return value.denominator === 1n
}

/** The greatest whole number that divides both; never zero, so that dividing by it is always safe. */
export function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [absoluteInteger(left), absoluteInteger(right)]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

function absoluteInteger(value: bigint): bigint {
  return value < 0n ? -value : value
}

function withinLimit(value: Rational): Rational {
  if (absoluteInteger(value.numerator) >= LIMIT || value.denominator >= LIMIT) {
    throw new RationalRangeError('oversize')
  }
  return value
}
