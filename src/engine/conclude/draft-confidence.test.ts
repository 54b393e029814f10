import { describe, expect, it } from 'vitest'
import { readTextChoice } from '../../adapters/assets/data-files.ts'
import { draftProbability } from './draft-confidence.ts'

const model = readTextChoice()
const probability = (...similarity: number[]) => draftProbability(model, { similarity })

describe('draftProbability', () => {
  it('increases with how alike the drafts are', () => {
    expect(probability(0.9, 0.9)).toBeGreaterThan(probability(0.6, 0.6))
    expect(probability(0.6, 0.6)).toBeGreaterThan(probability(0.2, 0.2))
  })

  it('never increases when a seat with a different draft is added', () => {
    for (const panel of [[0.2], [0.5], [0.9], [0.9, 0.9], [0.9, 0.4], [0.7, 0.7, 0.7]])
      for (const other of [0, 0.1, 0.3])
        expect(probability(...panel, other), `${panel} and ${other}`).toBeLessThanOrEqual(
          probability(...panel),
        )
  })

  it('stays below what was observed for the most alike drafts', () => {
    expect(probability(...Array.from({ length: 15 }, () => 1))).toBeLessThanOrEqual(model.code.highest)
    expect(model.code.highest).toBeLessThan(1)
  })

  it('does not depend on the order of the seats', () => {
    expect(probability(0.9, 0.1, 0.5)).toBe(probability(0.1, 0.5, 0.9))
  })
})
