import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../test/support/property-runs.ts'
import { normalizeText, parseQuantity } from './quantity.ts'

function read(text: string): string | null {
  const quantity = parseQuantity(text)
  if (!quantity) return null
  const { value, unit, significantDigits } = quantity
  const digits = Number.isFinite(significantDigits) ? significantDigits : 'exact'
  return `${value}${unit ? ` ${unit.symbol}` : ''} (${digits})`
}

describe('parseQuantity', () => {
  it.each([
    ['42', '42 (2)'],
    ['-5', '-5 (1)'],
    ['+5', '5 (1)'],
    ['.5', '0.5 (1)'],
    ['3.00', '3 (3)'],
    ['0.0012', '0.0012 (2)'],
    ['3e8', '300000000 (1)'],
    ['1.50E-3', '0.0015 (3)'],
    ['10^-3', '0.001 (exact)'],
    ['10⁸', '100000000 (exact)'],
    ['3.00 × 10^8 m/s', '300000000 m/s (3)'],
    ['3.00 x 10^(8) m/s', '300000000 m/s (3)'],
    ['$\\boxed{3.00 \\times 10^{8}\\,\\text{m/s}}$', '300000000 m/s (3)'],
    ['½', '0.5 (exact)'],
    ['3/4', '0.75 (exact)'],
    ['-1/2', '-0.5 (exact)'],
    ['165/180', '0.91(6) (exact)'],
    ['forty-two', '42 (exact)'],
    ['twelve', '12 (exact)'],
    ['minus five', '-5 (exact)'],
    ['1.5 million', '1500000 (2)'],
    ['1.5 Million', '1500000 (2)'],
  ])('reads the number %s as %s', (text, reading) => {
    expect(read(text)).toBe(reading)
  })

  it.each([
    ['1,234', '1234 (4)'],
    ['1,234,567.89', '1234567.89 (9)'],
    ['299 792 458', '299792458 (9)'],
    ['299\u2009792\u2009458', '299792458 (9)'],
    ['3,5', '3.5 (2)'],
    ['3,14', '3.14 (3)'],
    ['0,123', '0.123 (3)'],
    ['3,1415', '3.1415 (5)'],
    ['1234,567', '1234.567 (7)'],
    ['1.234,56', '1234.56 (6)'],
    ['1.234.567', '1234567 (7)'],
    ['1 234,5', '1234.5 (5)'],
    ['1.234', '1.234 (4)'],
  ])('interprets the separators of %s as %s', (text, reading) => {
    expect(read(text)).toBe(reading)
  })

  it.each([
    ['−5 °C', '-5 °C (1)'],
    ['100 degrees Fahrenheit', '100 °F (3)'],
    ['37℃', '37 °C (2)'],
    ['75%', '75 % (2)'],
    ['5 per cent', '5 % (1)'],
    ['9.8 m/s²', '9.8 m/s^2 (2)'],
    ['5 km', '5 km (1)'],
    ['5km', '5 km (1)'],
    ['4-inch', '4 in (1)'],
    ['5 in', '5 in (1)'],
    ['60 miles per hour', '60 mi/h (2)'],
    ['$1,234.50', '1234.5 $ (6)'],
    ['-$5', '-5 $ (1)'],
    ['$-5', '-5 $ (1)'],
    ['US$5', '5 $ (1)'],
    ['100 dollars', '100 $ (3)'],
    ['5 €', '5 € (1)'],
    ['$3 billion', '3000000000 $ (1)'],
    ['£20', '20 £ (2)'],
  ])('reads %s with its unit as %s', (text, reading) => {
    expect(read(text)).toBe(reading)
  })

  it.each([
    ['exactly 299 792 458 m/s', '299792458 m/s (9)'],
    ['= 42', '42 (2)'],
    ['(42)', '42 (2)'],
  ])('ignores what surrounds the number in %s: %s', (text, reading) => {
    expect(read(text)).toBe(reading)
  })

  it('counts the trailing zeros of a number as significant digits, but not those of a scale word', () => {
    expect(
      ['149,600,000', '1500', '100', '1000', '1.50', '0.0150', '149.6 million', '3.00e8'].map(
        (text) => parseQuantity(text)?.significantDigits,
      ),
    ).toEqual([9, 4, 3, 4, 3, 3, 4, 3])
  })

  it.each([
    ...['', ' ', '.', '-', '$', 'km', 'm/s', 'hello', 'five apples', '5 apples', '42 km away', 'x = 5'],
    ...['5-10 km', '5–10', '5 to 10', '1,2,3', '1.2.3', '5 ± 1', '3 km (2 mi)'],
    ...[
      '8:30',
      '5 pm',
      '2020-05-10',
      '10/12/2020',
      '1983/1984',
      '1990s',
      '5G',
      '1st',
      'H2O',
      '17 + 25',
      '5/0',
    ],
    ...['1.5/2', '1.5 ft 3 in', '5 ft 3 in', '$2B', '$70 per year'],
    ...['1e999999', '9^9^9', '9^999999999', '9'.repeat(5000)],
  ])('returns null for "%.30s", which is not one quantity', (text) => {
    expect(parseQuantity(text)).toBeNull()
  })

  it.each([
    ...['about 42 km', '≈ 3.14', '~5', '42 or so', 'more than 5', 'Just over 5 km', '> 5', 'at least 5'],
    ...['5 or more', '5+', '≥5', '>= 5', 'at most 5', 'No more than five', 'up to 5', 'before 1990'],
  ])('returns null for %j, which is not stated as one number', (text) => {
    expect(parseQuantity(text)).toBeNull()
  })

  it('parses every number in each of the usual notations', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 0, max: 9 }),
        (digits, places) => {
          const value = new Fraction(digits, 10n ** BigInt(places))
          const plain = value.toString()
          const [whole = '', fraction] = plain.split('.')
          const rest = fraction === undefined ? '' : `.${fraction}`
          for (const separator of ['', ',', ' ', '\u202f']) {
            const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator) + rest
            for (const text of [grouped, `${grouped} km`, `exactly ${grouped}`]) {
              expect(parseQuantity(text)?.value, text).toEqual(value)
            }
          }
        },
      ),
    )
  })

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      '1',
      '0',
      ',',
      '.',
      ' ',
      '^',
      '/',
      'e',
      '-',
      '×10',
      'km',
      'half',
      '%',
      '$',
      '½',
      '⁸',
      '\\frac{',
      '}',
      'and',
      '(',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((list) => list.join('')),
        ),
        (text) => {
          parseQuantity(text)
        },
      ),
      tries(2000),
    )
  })
})

describe('normalizeText', () => {
  it.each([
    ['10⁸', '10^8'],
    ['10⁻³', '10^-3'],
    ['m·s⁻²', 'm·s^-2'],
    ['2½', '2 1/2'],
    ['¾', '3/4'],
    ['−5', '-5'],
    ['5–10', '5-10'],
    ['５００', '500'],
    ['299\u2009792\u202f458', '299 792 458'],
    ['  a \n b ', 'a b'],
    ['5 µm', '5 \u03bcm'],
    ['\u2126', '\u03a9'],
    ['37 ℃', '37 °C'],
    ['37 ºC', '37 °C'],
    ['it’s', "it's"],
    ['4\u200b2', '42'],
    ['$42$', '42'],
    ['$5', '$5'],
    ['\\boxed{42}', '42'],
    ['\\frac{3}{4}', '3/4'],
    ['3 \\times 10^{8}', '3 × 10^8'],
    ['20^\\circ\\text{C}', '20°C'],
    ['15\\%', '15%'],
  ])('turns %s into %s', (text, normal) => {
    expect(normalizeText(text)).toBe(normal)
  })

  it('leaves normal text as it is', () => {
    const text = 'about 42 km/h, or 3.5 m^2 * 2'
    expect(normalizeText(text)).toBe(text)
    expect(normalizeText(normalizeText('2½ × 10⁸'))).toBe(normalizeText('2½ × 10⁸'))
  })
})
