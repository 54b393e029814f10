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
  ])('finds the spellings of %s and %s similar', (left, right) => {
    expect(wordLikeness(left, right)).toBeGreaterThanOrEqual(0.6)
  })

  it('counts each letter pair once, however often it occurs', () => {
    expect(wordLikeness('mississippi', 'missisippi')).toBe(1)
  })

  it('matches a word with its beginning', () => {
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
  ])('is 0 for %s and %s', (left, right) => {
    expect(wordLikeness(left, right)).toBe(0)
  })

  it('is between 0 and 1, and symmetric', () => {
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

describe('createLikenessIndex', () => {
  const word = fc.stringMatching(/^[a-d]{2,9}$/).map((stem) => ({ stem, pairs: letterPairs(stem) }))

  it('finds a similar word exactly when comparing with every word would', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), word, (words, sought) => {
        const compared = words.some((known) => likeness(known, sought) > 0)
        expect(createLikenessIndex(words)(sought)).toBe(compared)
      }),
    )
  })
})
