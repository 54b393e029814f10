import { describe, expect, it } from 'vitest'
import { averagePrecision, recallAtPrecision, spearman } from './rankings.ts'

describe('Spearman’s correlation', () => {
  it('is 1 for the same order, -1 for the opposite, whatever the values', () => {
    expect(spearman([1, 2, 3], [10, 100, 1000])).toBeCloseTo(1)
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1)
  })

  it('lets ties share their rank', () => {
    expect(spearman([1, 1, 2], [1, 2, 3])).toBeCloseTo(0.866, 3)
  })
})

describe('average precision', () => {
  it('is the mean of the precision at each true one', () => {
    expect(averagePrecision([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])).toBeCloseTo((1 + 2 / 3) / 2)
    expect(averagePrecision([0.1, 0.2], [1, 0])).toBeCloseTo(0.5)
  })
})

describe('recall at a precision', () => {
  it('is the most that can be found while so many of those found are true', () => {
    const scores = [0.9, 0.8, 0.7, 0.6]
    expect(recallAtPrecision(scores, [1, 0, 1, 1], 0.75)).toBe(1)
    expect(recallAtPrecision(scores, [1, 0, 1, 1], 0.9)).toBeCloseTo(1 / 3)
  })
})
