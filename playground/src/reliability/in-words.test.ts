import { describe, expect, it } from 'vitest'
import { reliabilityInWords } from './in-words.ts'

const basis = 'All of them answered 64 counted runs.'
const figures = { models: [], known: true, basis, runs: 64, runs_used: 64, needed: 50, members: [] }

describe('what is known of a panel', () => {
  it('is what the service says', () => {
    expect(reliabilityInWords({ ...figures, leader: null })).toBe(basis)
  })

  it('names the model that the panel follows', () => {
    expect(reliabilityInWords({ ...figures, leader: 'vendor/one' })).toBe(
      `${basis} The answer of one decides: your verdicts say that this is better than a vote.`,
    )
  })
})
