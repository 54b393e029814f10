import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLikenessIndex, letterPairs, likeness } from './word-likeness.ts'

const wordLikeness = (left: string, right: string) =>
  likeness({ stem: left, pairs: letterPairs(left) }, { stem: right, pairs: letterPairs(right) })

describe('the likeness of words', () => {
  it.each([
    ['tchaikovsky', 'tschaikowsky'],
    ['catherine', 'katherine'],
    ['gaddafi', 'qaddafi'],
  ])('sees that %s and %s are spelt alike', (left, right) => {
    expect(wordLikeness(left, right)).toBeGreaterThanOrEqual(0.6)
  })

  it('counts a pair of letters once, however often it comes', () => {
    expect(wordLikeness('mississippi', 'missisippi')).toBe(1)
  })

  it('lets a word and its beginning meet', () => {
    expect(wordLikeness('micro', 'microscope')).toBe(0.8)
    expect(wordLikeness('microscope', 'micro')).toBe(0.8)
  })

  it.each([
    ['paris', 'london'],
    ['einstein', 'bohr'],
    ['iron', 'gold'],
    ['madrid', 'madras'],
    ['cat', 'catalogue'],
    ['catalogue', 'cat'],
  ])('sees nothing alike in %s and %s', (left, right) => {
    expect(wordLikeness(left, right)).toBe(0)
  })

  it('lies in [0, 1] and is the same both ways', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'n'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (left, right) => {
        const value = wordLikeness(left, right)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(wordLikeness(right, left)).toBe(value)
      }),
    )
  })
})

describe('an index of words', () => {
  const word = fc.stringMatching(/^[a-d]{2,9}$/).map((stem) => ({ stem, pairs: letterPairs(stem) }))

  it('finds an alike word exactly where comparing with each would', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), word, (words, sought) => {
        const compared = words.some((known) => likeness(known, sought) > 0)
        expect(createLikenessIndex(words)(sought)).toBe(compared)
      }),
    )
  })
})
