import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  compare,
  divide,
  equals,
  greatestCommonDivisor,
  isInteger,
  multiply,
  negate,
  ONE,
  power,
  RationalRangeError,
  rational,
  subtract,
  ZERO,
} from './rational.ts'

const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const rationals = fc
  .tuple(integers, integers)
  .filter(([, denominator]) => denominator !== 0n)
  .map(([numerator, denominator]) => rational(numerator, denominator))

describe('a rational', () => {
  it('is kept in lowest terms with a positive denominator', () => {
    expect(rational(6, -4)).toEqual({ numerator: -3n, denominator: 2n })
    expect(rational(0, -7)).toEqual(ZERO)
    fc.assert(
      fc.property(rationals, (value) => {
        expect(value.denominator > 0n).toBe(true)
        expect(greatestCommonDivisor(value.numerator, value.denominator)).toBe(1n)
      }),
    )
  })

  it('satisfies the field axioms', () => {
    fc.assert(
      fc.property(rationals, rationals, rationals, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a))
        expect(multiply(a, b)).toEqual(multiply(b, a))
        expect(add(add(a, b), c)).toEqual(add(a, add(b, c)))
        expect(multiply(multiply(a, b), c)).toEqual(multiply(a, multiply(b, c)))
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)))
        expect(add(a, negate(a))).toEqual(ZERO)
        expect(subtract(a, b)).toEqual(negate(subtract(b, a)))
        if (!equals(a, ZERO)) expect(multiply(a, divide(ONE, a))).toEqual(ONE)
      }),
    )
  })

  it('is ordered consistently with subtraction', () => {
    fc.assert(
      fc.property(rationals, rationals, (a, b) => {
        expect(compare(a, b)).toBe(-compare(b, a) + 0)
        expect(compare(a, b) === 0).toBe(equals(a, b))
        expect(compare(add(a, ONE), a)).toBe(1)
        expect(compare(absolute(a), ZERO)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('adds exponents when powers are multiplied', () => {
    fc.assert(
      fc.property(
        rationals,
        fc.integer({ min: -8, max: 8 }),
        fc.integer({ min: -8, max: 8 }),
        (base, m, n) => {
          fc.pre(!equals(base, ZERO))
          expect(multiply(power(base, m), power(base, n))).toEqual(power(base, m + n))
        },
      ),
    )
  })

  it('recognises a whole number', () => {
    expect([rational(6, 3), rational(7, 3)].map(isInteger)).toEqual([true, false])
  })
})

describe('the limits of a rational', () => {
  it('reject division by zero with a typed error', () => {
    for (const attempt of [() => rational(1, 0), () => divide(ONE, ZERO), () => power(ZERO, -1)]) {
      expect(attempt).toThrow(
        expect.objectContaining({ name: 'RationalRangeError', reason: 'division-by-zero' }),
      )
    }
  })

  // Computing the first one alone would take hours.
  it('reject an oversized power before computing it', () => {
    expect(() => power(rational(9), 9 ** 9)).toThrow(RationalRangeError)
    expect(() => power(rational(1, 9), -(9 ** 9))).toThrow(RationalRangeError)
    expect(() => power(rational(2), 1e300)).toThrow(RangeError)
  })

  it('allow the maximum number of digits and reject one more', () => {
    expect(power(rational(10), 1999).numerator.toString()).toHaveLength(2000)
    expect(() => power(rational(10), 2000)).toThrow(RationalRangeError)
    expect(() => multiply(power(rational(10), 1500), power(rational(10), 1500))).toThrow(RationalRangeError)
  })

  it('allow any power of one, minus one and zero', () => {
    expect(power(ONE, 1e12)).toEqual(ONE)
    expect(power(rational(-1), 1_000_001)).toEqual(rational(-1))
    expect(power(ZERO, 1e12)).toEqual(ZERO)
  })
})
