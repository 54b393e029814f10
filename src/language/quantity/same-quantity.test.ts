import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuantity } from './parse-quantity.ts'
import { rational } from './rational.ts'
import { digitsNeeded, roundToDigits, toDecimal } from './rational-decimal.ts'
import { sameQuantity } from './same-quantity.ts'

function same(left: string, right: string): boolean {
  const [a, b] = [parseQuantity(left)!, parseQuantity(right)!]
  const result = sameQuantity(a, b)
  expect(sameQuantity(b, a), 'the order does not matter').toBe(result)
  return result
}

describe('sameQuantity', () => {
  it.each([
    ['42', '42.0'],
    ['42', 'forty-two'],
    ['42', '42 km'],
    ['0.5', '1/2'],
    ['50%', '0.5'],
    ['50%', '1/2'],
    ['50', '50%'],
    ['1 km', '1000 m'],
    ['5 miles', '8.04672 km'],
    ['36 km/h', '10 m/s'],
    ['1 N', '1 kg·m/s²'],
    ['0 °C', '273.15 K'],
    ['100 °C', '212 °F'],
    ['1 year', '12 months'],
    ['1 week', '7 days'],
    ['2 hours 30 minutes', '150 min'],
    ['1.5 million', '1,500,000'],
    ['$5', '500 cents'],
    ['-3', '−3'],
  ])('treats %s and %s as equal', (left, right) => {
    expect(same(left, right)).toBe(true)
  })

  it.each([
    ['3.14', '3.14159'],
    ['299 792 458 m/s', '3.00e8 m/s'],
    ['299 792.458 km/s', '3.00e8 m/s'],
    ['1/3', '0.333'],
    ['2/3', '0.667'],
    ['9.996', '10.0'],
    ['2.345', '2.34'],
    ['2.345', '2.35'],
    ['149,597,870.7 km', 'about 149,600,000 km'],
    ['149,597,870.7 km', '149.6 million km'],
    ['1,206,400', 'about 1,206,000'],
    ['1,206,400', '1.21 million'],
    ['5 mi', '8.05 km'],
    ['100 °F', '37.8 °C'],
    ['26.2 miles', '42.195 km'],
    ['about 3', '3.14'],
    ['about 300', '310'],
    ['about 8 km', '5 miles'],
    ['≈ 3.14', '3.14159'],
  ])('treats %s and %s as equal, because one is the other rounded', (left, right) => {
    expect(same(left, right)).toBe(true)
  })

  it.each([
    ['3', '3.14'],
    ['3.1', '3.14'],
    ['about 3', '3.5'],
    ['about 42', '43'],
    ['≈ 3.14', '3.2001'],
    ['3.15', '3.14159'],
    ['1.00', '0.999'],
    ['12300', '12345'],
    ['1230', '1234'],
    ['2000', '1999'],
    ['1,206,000', '1,206,400'],
    ['149,600,000 km', '149,597,870.7 km'],
    ['1,000,000', '1,000,001'],
    ['1.21 million', '1,216,000'],
    ['41', '42'],
    ['5', '-5'],
    ['0', '0.001'],
    ['about 0', '0.001'],
    ['5 km', '5 mi'],
    ['5 km', '5 kg'],
    ['42000', '42 km'],
    ['$5', '€5'],
    ['5 m', '5 m²'],
    ['1 year', '365 days'],
    ['20 °C', '20 °F'],
    ['5%', '0.5'],
    ['1 MB', '1 MiB'],
  ])('distinguishes %s from %s', (left, right) => {
    expect(same(left, right)).toBe(false)
  })

  it.each([
    ['over 50', 'under 50'],
    ['more than 100', 'less than 100'],
    ['at least 3', 'at most 3'],
    ['no more than 5', 'no fewer than 5'],
    ['over 50', '50'],
    ['before 1990', 'after 1990'],
  ])('distinguishes the bound %s from %s', (left, right) => {
    expect(same(left, right)).toBe(false)
  })

  it.each([
    ['over 50', 'more than 50'],
    ['at least 1 km', '1000 m or more'],
    ['≤ 5', 'no more than five'],
  ])('treats the bounds %s and %s as equal', (left, right) => {
    expect(same(left, right)).toBe(true)
  })

  it.each([
    ['299792458', '1.00e-1995'],
    ['1.00e-1995', '7^2300'],
    ['1e1990 km', '1e-1990 mi'],
    ['3.33e1998 km', '3.33e1998 mm'],
  ])('distinguishes %s from %s although the computation exceeds its limits', (left, right) => {
    expect(same(left, right)).toBe(false)
  })

  it('never throws, whatever the numbers', () => {
    const number = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.nat(40),
        fc.integer({ min: -2000, max: 2000 }),
        fc.constantFrom('', ' km', ' mm', ' °C', ' °F', '%'),
      )
      .map(([digits, fraction, exponent, unit]) => `${digits}.${fraction}e${exponent}${unit}`)
    fc.assert(
      fc.property(number, number, (left, right) => {
        const [a, b] = [parseQuantity(left), parseQuantity(right)]
        if (a && b) expect(typeof sameQuantity(a, b)).toBe('boolean')
      }),
      { numRuns: 300 },
    )
  })

  it('is true for a value and its rounding to three digits or more', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 10n - 1n }),
        fc.integer({ min: 3, max: 9 }),
        (number, digits) => {
          const value = rational(number, 10n ** 9n)
          const rounded = roundToDigits(value, digits)
          // Written with trailing zeros, as in 3.10, so that all digits are significant.
          const [whole, fraction = ''] = toDecimal(rounded).split('.')
          fc.pre(whole?.length === 1)
          const text = `${whole}.${fraction.padEnd(digits - 1, '0')}`
          expect(same(toDecimal(value), text)).toBe(true)
          // Two steps away is another value, unless that value has more digits and this one is its rounding.
          fc.pre(digitsNeeded(value) >= digits)
          const next = (Number(text) + 2 * 10 ** (1 - digits)).toFixed(digits - 1)
          expect(same(toDecimal(value), next)).toBe(false)
        },
      ),
    )
  })
})
