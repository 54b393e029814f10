import { describe, expect, it } from 'vitest'
import { optionInWords } from './option-in-words.ts'

const GASES = new Map([
  ['A', 'carbon'],
  ['B', 'carbon dioxide'],
  ['C', 'oxygen'],
])
const PRICES = new Map([
  ['A', '$206.70'],
  ['B', '$1,200'],
  ['C', '3/4'],
  ['D', '12 km'],
])

describe('optionInWords', () => {
  it.each([
    ['So it is oxygen.', 'C'],
    ['Plants take up **Carbon Dioxide**.', 'B'],
    ['It is carbon.', 'A'],
    ['Either oxygen or carbon.', null],
    ['It is about hydrocarbons.', null],
    ['It is nitrogen.', null],
    ['', null],
  ])('reads %j as %j', (text, letter) => {
    expect(optionInWords(text, GASES)).toBe(letter)
  })

  it.each([
    ['He pays $206.70.', 'A'],
    ['The price is 1200 dollars.', 'B'],
    ['3 * 0.25 = 0.75', 'C'],
    ['10 km + 2 km = 12 km', 'D'],
    ['12000 m', 'D'],
    ['He pays $206.70 or $1,200.', null],
    ['He pays $5.', null],
  ])('compares the value of %j with those of the options: %j', (text, letter) => {
    expect(optionInWords(text, PRICES)).toBe(letter)
  })

  it('does not choose between options of equal value', () => {
    const equal = new Map([
      ['A', '50%'],
      ['B', '0.5'],
    ])
    expect(optionInWords('It is one half, 1/2.', equal)).toBeNull()
  })

  it('tells options apart by their signs', () => {
    const signs = new Map([
      ['A', 'speed > sound'],
      ['B', 'speed < sound'],
    ])
    expect(optionInWords('Hence speed < sound.', signs)).toBe('B')
  })
})
