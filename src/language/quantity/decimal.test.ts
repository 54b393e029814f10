import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { decimalExponent, digitStep, fromDecimal } from './decimal.ts'

describe('fromDecimal', () => {
  it.each([
    ['42', '42'],
    ['-12.50', '-12.5'],
    ['+.5', '0.5'],
    ['5.', '5'],
    ['3e8', '300000000'],
    ['1.5E-3', '0.0015'],
    ['007', '7'],
  ])('reads %s exactly as %s', (text, value) => {
    expect(fromDecimal(text)?.toString()).toBe(value)
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
      expect(fromDecimal(text)).toBeNull()
    },
  )
})

it.each([
  ['345', 2],
  ['1000', 3],
  ['999', 2],
  ['0.001', -3],
  ['-0.5', -1],
  ['1/3', -1],
  ['0', 0],
])('the leading digit of %s is at the power of ten %d', (value, exponent) => {
  expect(decimalExponent(new Fraction(value))).toBe(exponent)
})

it('finds the place value of a significant digit', () => {
  expect(digitStep(new Fraction('3.14'), 3).toString()).toBe('0.01')
  expect(digitStep(new Fraction('45000'), 2).toString()).toBe('1000')
})
