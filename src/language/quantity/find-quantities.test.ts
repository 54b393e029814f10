import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../../test/support/growth.ts'
import { findMentions } from './find-quantities.ts'

function found(text: string): string[] {
  return findMentions(text).map(({ quantity: { value, unit } }) => `${value}${unit ? ` ${unit.symbol}` : ''}`)
}

describe('findMentions', () => {
  it.each([
    ['The tower is 330 m high and was built in 1889.', ['330 m', '1889']],
    ['It took about 300 people 2 hours 30 minutes.', ['300', '2 h', '30 min']],
    ['It fell from 5 °C to −5 °C.', ['5 °C', '-5 °C']],
    ['A price of $3.50 per kg, 20% off', ['3.5 $', '20 %']],
    ['forty-two of a dozen', ['42', '12']],
    ['a million people', ['1000000']],
    ['1/2 of 3.00×10⁸ m/s', ['0.5', '300000000 m/s']],
    ['1,000, 2,000 and 3', ['1000', '2000', '3']],
    ['minus five degrees', ['-5 °']],
    ['x=-3', ['-3']],
  ])('finds the quantities of "%s": %j', (text, quantities) => {
    expect(found(text)).toEqual(quantities)
  })

  it('reads the first fifty of many numbers and skips meaninglessly large ones', () => {
    expect(findMentions('1 and 2; '.repeat(200))).toHaveLength(50)
    expect(found('7^2000 and 1e-1990 and 5').at(-1)).toBe('5')
  })

  it.each([
    ['on 2020-05-10', ['2020', '5', '10']],
    ['3 in 4 people woke at 5 in the morning', ['3', '4', '5']],
    ['a 5 in, wide board', ['5 in']],
    ['the 1990s', ['1990']],
    ['at 5 pm', ['5']],
    ['5G and 4G, GPT-4, the 1st', ['5', '4', '4', '1']],
    ['versions 5-10', ['5', '10']],
  ])('is not misled by "%s": %j', (text, quantities) => {
    expect(found(text)).toEqual(quantities)
  })

  it.each([
    '',
    'no numbers here',
    'H2O and B12',
    'one of them',
    'half of it',
    'a tenth of a second chance',
    'someone',
  ])('finds nothing in "%s"', (text) => {
    expect(found(text)).toEqual([])
  })

  it('skips a number that is too large and continues', () => {
    expect(found('1e999999 and 7')).toContain('7')
  })

  it('takes time proportional to the length of the text', async () => {
    for (const piece of ['1,', '1 ', 'a-', '1/']) await expectGrowth(findMentions, filled('', piece), 64_000)
  })

  it('does not throw on unusual text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => void findMentions(text)),
      { numRuns: 1000 },
    )
  })

  it('returns the words of each mention and those after it', () => {
    expect(findMentions('So 3 - 8 = -5 km, or minus two.')).toMatchObject([
      { text: '3', after: ' - 8 = -5 km, or minus two.' },
      { text: '8' },
      { text: '-5 km', after: ', or minus two.' },
      { text: 'two', after: '.' },
    ])
  })
})
