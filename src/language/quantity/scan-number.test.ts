import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { decimalExponent, digitStep, fromDecimal, scanNumberWords } from './scan-number.ts'

function read(text: string): string | null {
  const scanned = scanNumberWords(text, 0)
  return scanned && scanned.end === text.length ? scanned.value.toString() : null
}

describe('scanNumberWords', () => {
  it.each([
    ['zero', '0'],
    ['twelve', '12'],
    ['forty-two', '42'],
    ['Forty Two', '42'],
    ['one hundred', '100'],
    ['a hundred', '100'],
    ['one hundred and five', '105'],
    ['two thousand three hundred and forty-five', '2345'],
    ['six hundred million', '600000000'],
    ['one million two hundred thousand', '1200000'],
    ['nineteen hundred', '1900'],
    ['two lakh', '200000'],
  ])('reads %s as %s', (text, value) => {
    expect(read(text)).toBe(value)
  })

  it.each([
    'two forty',
    'forty forty',
    'hundred',
    'thousand',
    'twenty-third',
    'third',
    'a',
    'and',
    'tents',
    'someone',
    'zero five',
    'one thousand million',
    'ten and',
    'three point one',
    'two and a half',
    'one thirds',
    'one second',
    'two constructors',
  ])('does not read all of "%s" as a number', (text) => {
    expect(read(text)).toBeNull()
  })

  it('reads every spelled-out number below a million', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.boolean(), (number, withAnd) => {
        const text = spell(number, withAnd ? ' and ' : ' ')
        expect(scanNumberWords(text, 0)).toEqual({ value: new Fraction(number), end: text.length })
      }),
    )
  })
})

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function spell(number: number, and: string): string {
  if (number >= 1000) return joined(`${spell(Math.floor(number / 1000), and)} thousand`, number % 1000, and)
  if (number >= 100) return joined(`${SMALL[Math.floor(number / 100)]} hundred`, number % 100, and)
  if (number < 20) return SMALL[number]!
  const tens = TENS[Math.floor(number / 10) - 2]!
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`
}

function joined(head: string, rest: number, and: string): string {
  return rest === 0 ? head : `${head}${rest < 100 ? and : ' '}${spell(rest, and)}`
}

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
