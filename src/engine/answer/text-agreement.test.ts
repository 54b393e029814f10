import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureReader, textAgreement } from './text-agreement.ts'

const read = featureReader('How fast does light travel in glass?')
const agree = (left: string, right: string, cosine = 1) => textAgreement(read(left), read(right), cosine)

describe('featureReader', () => {
  it('leaves out what the question said itself', () => {
    const { content } = read('Light travels slowly through glass')
    expect([...content]).toEqual(['slow'])
  })

  it('leaves out quantities that the question gives', () => {
    const { quantities } = featureReader('How fast is 90 km in 2 hours?')('90 km in 2 hours is 45 km/h')
    expect(quantities).toHaveLength(1)
  })

  it('notes names and negation', () => {
    expect(read('it was not measured by Fizeau')).toMatchObject({ names: new Set(['fizeau']), negated: true })
    expect(read('it was measured').negated).toBe(false)
  })
})

describe('textAgreement', () => {
  const claim = 'it moves slower than it would in a vacuum'

  it('is whole for the same text and nothing for texts that share nothing', () => {
    expect(agree(claim, claim)).toBe(1)
    expect(agree('a dense medium delays it', 'photons hurry', 0)).toBe(0)
  })

  it('is half meaning and half shared content', () => {
    expect(agree('slower motion', 'quick change', 0.8)).toBeCloseTo(0.4)
    expect(agree(claim, claim, 0)).toBeCloseTo(0.5)
  })

  it('never counts an opposite embedding below nothing', () => {
    expect(agree('slower motion', 'quick change', -1)).toBe(0)
  })

  it.each([
    ['flipped polarity', claim, 'it moves not slower than it would in a vacuum', 0.4],
    ['other numbers', 'it slows by 30 km', 'it slows by 50 km', 0.45],
    ['other names', 'it was shown by Fizeau', 'it was shown by Foucault', 0.6],
  ])('is lowered by %s', (_, left, right, most) => {
    const alike = agree(left, left)
    expect(alike).toBe(1)
    expect(agree(left, right)).toBeLessThanOrEqual(most)
  })

  it('is not lowered by a number or a name that only one of them gives', () => {
    const [short, long] = ['it slows markedly', 'it slows markedly, by 30 percent']
    expect(agree(short, long)).toBeGreaterThan(0.7)
  })

  it('stays between nothing and whole, and is the same both ways', () => {
    const word = fc.constantFrom(
      'not',
      'slow',
      'fast',
      '30 km',
      '50 km',
      'Fizeau',
      'Foucault',
      'no',
      'medium',
    )
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, fc.double({ min: -1, max: 1.001, noNaN: true }), (left, right, cosine) => {
        const agreement = agree(left, right, cosine)
        expect(agreement).toBeGreaterThanOrEqual(0)
        expect(agreement).toBeLessThanOrEqual(1)
        expect(agree(right, left, cosine)).toBeCloseTo(agreement, 12)
      }),
    )
  })
})
