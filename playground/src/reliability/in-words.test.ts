import { describe, expect, it } from 'vitest'
import { reliabilityInWords } from './in-words.ts'

const unknown = { models: [], known: false, runs: 12, needed: 50, leader: null, members: [] }

describe('what is known of a panel', () => {
  it('says how much is missing', () => {
    expect(reliabilityInWords(unknown)).toMatch(/^Needs 38 more questions .* 12 of 50 were counted so far/)
    expect(reliabilityInWords({ ...unknown, runs: 49 })).toMatch(/^Needs 1 more question with/)
  })

  it('says why there will be no figures instead, where the service says so', () => {
    expect(reliabilityInWords({ ...unknown, warnings: ['The same model twice.'] })).toBe(
      'The same model twice.',
    )
  })

  it('says what it rests on, and whom the panel follows', () => {
    const figures = { ...unknown, known: true, runs: 64, leader: 'vendor/one' }
    expect(reliabilityInWords(figures)).toBe(
      'All of them answered 64 questions that were counted. The answer of one decides: your verdicts say that this is better than a vote.',
    )
  })
})
