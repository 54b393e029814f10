import { describe, expect, it } from 'vitest'
import { atFalseHits, hitFigures, precisionCurve } from './cache-figures.ts'

const verdicts = [
  { score: 0.9, isHit: true, isSame: true },
  { score: 0.8, isHit: true, isSame: false },
  { score: 0.7, isHit: false, isSame: true },
  { score: 0.2, isHit: false, isSame: false },
]

describe('hitFigures', () => {
  it('counts hits among same and among different pairs', () =>
    expect(hitFigures(verdicts)).toEqual({ pairs: 4, same: 2, falseHits: 0.5, recall: 0.5, precision: 0.5 }))

  it('has no precision without a hit', () => expect(hitFigures(verdicts.slice(2)).precision).toBeNull())
})

describe('atFalseHits', () => {
  it('accepts at most the given share of different pairs', () => {
    expect(hitFigures(atFalseHits(verdicts, 0)).falseHits).toBe(0)
    expect(hitFigures(atFalseHits(verdicts, 0)).recall).toBe(0.5)
    expect(hitFigures(atFalseHits(verdicts, 0.5))).toMatchObject({ falseHits: 0.5, recall: 1 })
  })
})

describe('precisionCurve', () => {
  it('ranges from the most certain pair to all pairs', () =>
    expect(precisionCurve(verdicts)).toEqual([
      { recall: 0.5, precision: 1 },
      { recall: 0.5, precision: 0.5 },
      { recall: 1, precision: 2 / 3 },
      { recall: 1, precision: 0.5 },
    ]))

  it('groups pairs with the same score', () =>
    expect(precisionCurve(verdicts.map((verdict) => ({ ...verdict, score: 1 })))).toEqual([
      { recall: 1, precision: 0.5 },
    ]))
})
