import { describe, expect, it } from 'vitest'
import { concordanceOf } from './weigh-drafts.ts'

const ranking = (...ranks: Array<number | null>) =>
  new Map(ranks.flatMap((rank, draft) => (rank === null ? [] : [[draft, rank] as const])))

describe('concordanceOf', () => {
  it('is 1 where all prefer the same order, also without their own draft', () => {
    expect(concordanceOf(Array.from({ length: 4 }, () => ranking(1, 2, 3)))).toBeCloseTo(1)
    const own = [
      ranking(null, 2, 3, 4),
      ranking(1, null, 3, 4),
      ranking(1, 2, null, 4),
      ranking(1, 2, 3, null),
    ]
    expect(concordanceOf(own)).toBeCloseTo(1)
  })

  it('is Kendall’s W for complete rankings', () => {
    // Sums of ranks 5, 8, 11 for m = 4, n = 3: S = 18, W = 12 · 18 / (16 · 24).
    const rankings = [ranking(1, 2, 3), ranking(1, 2, 3), ranking(2, 1, 3), ranking(1, 3, 2)]
    expect(concordanceOf(rankings)).toBeCloseTo((12 * 18) / (16 * 24))
  })

  it('is 0 where opposite orders balance each other', () => {
    const rankings = [ranking(1, 2, 3), ranking(3, 2, 1), ranking(1, 2, 3), ranking(3, 2, 1)]
    expect(concordanceOf(rankings)).toBeCloseTo(0)
  })

  it('is not known for fewer than four reviewers, or where nobody prefers anything', () => {
    expect(concordanceOf([ranking(1, 2), ranking(1, 2), ranking(1, 2)])).toBeNull()
    expect(concordanceOf(Array.from({ length: 5 }, () => ranking(1, 1, 1)))).toBeNull()
    expect(concordanceOf([])).toBeNull()
  })
})
