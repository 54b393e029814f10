import { describe, expect, test } from 'vitest'
import { areOptions, relationOn } from './relate.ts'

const OPTIONS = 'Which is the capital?\nA) Paris\nB) Lyon\nC) Nice'

const SAME: Array<[string, string]> = [
  ['Canberra', 'canberra.'],
  ['**Yes**', 'yes'],
  ['The answer is 42.', '42'],
  ['1.1 km', '1100 m'],
  ['twelve', '12'],
  ['3/4', '0.75'],
  ['4 September 1936', 'September 4, 1936'],
]
const DIFFERENT: Array<[string, string]> = [
  ['1571', '1517'],
  ['12', '13'],
  ['3.14', '3.2'],
  ['5 km', '5 miles'],
  ['4 September 1936', '5 September 1936'],
  ['September 1936', '4 October 1936'],
  ['450,000', '480,000'],
  ['12.5 MB/s', '12.5 Mb/s'],
]
const UNKNOWN: Array<[string, string]> = [
  ['404', '404 Not Found'],
  ['16', 'sechzehn'],
  ['Yes', 'No'],
  ['CO', 'Co'],
  ['3.14', '3.1416'],
  ['about 460,000', 'about 480,000'],
  ['450,000', '460,000'],
  ['470.000', '470,000'],
  ['470,000', '470000'],
  ['9.81', '9.81 m/s²'],
  ['at least 5', '5'],
  ['1936', '4 September 1936'],
  ['around 12 May 1900', '13 May 1900'],
  ['20 °C', '68 °F'],
  ['`git add .`', 'git add .'],
  ['`git add .`', 'git add'],
  ['  #\n# #', '#\n# #'],
]

describe('what is certain about two answers', () => {
  test.each(SAME)('%s is the same as %s', (left, right) => {
    expect(relationOn('Which one?')(left, right)).toBe('same')
    expect(relationOn('Which one?')(right, left)).toBe('same')
  })

  test.each(DIFFERENT)('%s is not %s', (left, right) => {
    expect(relationOn('Which one?')(left, right)).toBe('different')
    expect(relationOn('Which one?')(right, left)).toBe('different')
  })

  test.each(UNKNOWN)('whether %s is %s is left to a reader', (left, right) => {
    expect(relationOn('Which one?')(left, right)).toBe('unknown')
    expect(relationOn('Which one?')(right, left)).toBe('unknown')
  })

  test('options of a list are the same or exclude each other, by letter or by words', () => {
    const relate = relationOn(OPTIONS)
    expect(relate('A', '(A) Paris')).toBe('same')
    expect(relate('A)', 'Paris')).toBe('same')
    expect(relate('A', 'B')).toBe('different')
    expect(relate('A', 'A and B')).toBe('unknown')
    expect(areOptions(OPTIONS, ['A', 'Lyon', 'c)'])).toBe(true)
    expect(areOptions(OPTIONS, ['A', 'Berlin'])).toBe(false)
    expect(areOptions('Which is the capital?', ['A', 'B'])).toBe(false)
  })

  test('a number that is too large to compute with is unknown', () => {
    expect(relationOn('Which one?')(`1e${'9'.repeat(30)}`, '5')).toBe('unknown')
  })
})
