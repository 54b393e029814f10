import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, compare, divide, RationalRangeError, rational, subtract } from './rational.ts'
import {
  decimalPlaces,
  digitsNeeded,
  fromDecimal,
  roundToDigits,
  toDecimal,
  toRoundedDecimal,
} from './rational-decimal.ts'

const nonZero = fc.bigInt({ min: 1n, max: 10n ** 20n })

describe('fromDecimal', () => {
  it.each([
    ['42', 42n, 1n],
    ['-12.50', -25n, 2n],
    ['+.5', 1n, 2n],
    ['5.', 5n, 1n],
    ['3e8', 300000000n, 1n],
    ['1.5E-3', 3n, 2000n],
    ['007', 7n, 1n],
    ['-0', 0n, 1n],
  ])('reads %s exactly', (text, numerator, denominator) => {
    expect(fromDecimal(text)).toEqual({ numerator, denominator })
  })

  it.each(['', '.', '-', 'e5', '1e', '1.2.3', '0x10', '1,000', ' 1', 'NaN'])(
    'returns null for "%s"',
    (text) => {
      expect(fromDecimal(text)).toBeNull()
    },
  )

  it.each(['1e999999', '1e-999999', '1e99999999999999999999', '9'.repeat(5000)])(
    'rejects the oversized number %.20s',
    (text) => {
      expect(() => fromDecimal(text)).toThrow(RationalRangeError)
    },
  )
})

describe('toDecimal', () => {
  it.each([
    [rational(1, 8), '0.125'],
    [rational(-1, 8), '-0.125'],
    [rational(1, 3), '0.333333333333333'],
    [rational(2, 3), '0.666666666666667'],
    [rational(-200, 3), '-66.6666666666667'],
    [rational(10n ** 25n), '10000000000000000000000000'],
    [rational(10n ** 50n, 3), '3.33333333333333e49'],
    [rational(1, 3n * 10n ** 20n), '3.33333333333333e-21'],
    [rational(10n ** 21n, 3), '333333333333333000000'],
    [rational(10n ** 22n, 3), '3.33333333333333e21'],
    [rational(1, 3_000_000), '0.000000333333333333333'],
    [rational(1, 300_000_000), '3.33333333333333e-9'],
    [rational(0), '0'],
  ])('writes a fraction as %#: %s', (value, text) => {
    expect(toDecimal(value)).toBe(text)
  })

  it('parses back to the same value if the decimal terminates', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 60 }), (digits, places) => {
        const value = rational(digits, 10n ** BigInt(places))
        expect(fromDecimal(toDecimal(value))).toEqual(value)
      }),
    )
  })

  it('differs by at most half of the last digit otherwise', () => {
    fc.assert(
      fc.property(nonZero, nonZero, fc.integer({ min: 1, max: 30 }), (numerator, denominator, digits) => {
        const value = rational(numerator, denominator)
        const written = fromDecimal(toRoundedDecimal(value, digits))!
        const relativeError = divide(absolute(subtract(value, written)), value)
        expect(compare(relativeError, rational(5, 10n ** BigInt(digits)))).toBeLessThanOrEqual(0)
        expect(digitsNeeded(written)).toBeLessThanOrEqual(digits)
      }),
    )
  })
})

describe('digits', () => {
  it('are rounded with halves away from zero', () => {
    expect(toDecimal(roundToDigits(fromDecimal('2.345')!, 3))).toBe('2.35')
    expect(toDecimal(roundToDigits(fromDecimal('-2.345')!, 3))).toBe('-2.35')
    expect(toDecimal(roundToDigits(fromDecimal('9.996')!, 3))).toBe('10')
    expect(toDecimal(roundToDigits(fromDecimal('299792458')!, 3))).toBe('300000000')
    expect(toDecimal(roundToDigits(rational(0), 3))).toBe('0')
  })

  it('are counted only as far as the value needs them', () => {
    expect(['300', '3.14', '0.0012', '0'].map((text) => digitsNeeded(fromDecimal(text)!))).toEqual([
      1, 3, 2, 1,
    ])
    expect(digitsNeeded(rational(1, 3))).toBe(Number.POSITIVE_INFINITY)
    expect([rational(1, 8), rational(1, 3), rational(7)].map(decimalPlaces)).toEqual([3, null, 0])
  })
})
