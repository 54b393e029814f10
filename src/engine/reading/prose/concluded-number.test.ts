import { describe, expect, it } from 'vitest'
import { concludedNumber, statedNumber } from './concluded-number.ts'

const PROBLEM = 'Ann has 12 pens and buys 5 more. How many pens has she?'
const FACT = 'How many islands has the country?'
const LONG = 'First we write down what we know about the pens that Ann has and those that she buys. '.repeat(
  4,
)

describe('concludedNumber', () => {
  it.each([
    ['So she has 12 + 5 = 17 pens left.', '17 pens'],
    ['12 + 5 = 17', '17'],
    ['She starts with 12. She buys 5. Now she has seventeen pens.', 'seventeen pens'],
    ['12 pens + 5 pens = 17 pens. Therefore, Ann has 17 pens.', '17 pens'],
    ['The 12 pens and the 5 new ones make 17 in all.', '17'],
    ['She pays $12 + $5 = $17.', '$17'],
    ['The sum is **17 pens**.', '17 pens'],
    ['First 12 - 5 = 7 are old. Then 7 + 10 = 17 are new. That is all there is to it.', '17'],
    ['x = 12 - 30 = -18', '-18'],
    ['Total = 12 + 5\n= 17', '17'],
    ['She has about 17 pens.', 'about 17 pens'],
    ['Hence it takes 3 hours.', '3 hours'],
  ])('reads %j as %j', (text, number) => {
    expect(concludedNumber(text, PROBLEM)).toBe(number)
  })

  it.each([
    'So she has 2 pens and 3 pencils.',
    'So there are 57 more pens than in the other two boxes.',
    'She has 10-12 pens.',
    'She has between 10 and 12 pens.',
    'She was born in 1989.',
    'She has many.',
    `${LONG}She had 12 and then 12 + 5 = 17 of them, of which the`,
  ])('reads no number in %j', (text) => {
    expect(concludedNumber(text, PROBLEM)).toBeNull()
  })

  it('reads a fact from one sentence, not from an essay', () => {
    expect(concludedNumber('The country has over 300 islands.', FACT)).toBe('over 300 islands')
    expect(concludedNumber('The country has 300 islands. It has 2 lakes.', FACT)).toBeNull()
    expect(concludedNumber('There are many. So it has 300 islands.', FACT)).toBe('300 islands')
  })

  it('reads the conclusion of a reply without a full stop', () => {
    expect(concludedNumber(`${LONG}\nSo she has 17 pens`, PROBLEM)).toBe('17 pens')
  })
})

describe('statedNumber', () => {
  it.each([
    ['6 more books than pens', '6 more books'],
    ['17 pens in her bag', '17 pens'],
    ['12 + 5 = 17 pens', '17 pens'],
    ['x = 17', '17'],
    ['17', null],
    ['17 km', null],
    ['2 pens and 3 pencils', null],
    ['10-12 pens', null],
    ['that nobody knows', null],
  ])('reads %j as %j', (statement, number) => {
    expect(statedNumber(statement, PROBLEM)).toBe(number)
  })
})
