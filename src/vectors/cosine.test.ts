import { describe, expect, it } from 'vitest'
import { relevanceOn } from './cosine.ts'

const CURVE = { middle: 0.6, slope: 8 }

describe('a relevance curve', () => {
  it('rises with the cosine from 0 to 1, and is 1 for the same text', () => {
    const steps = Array.from({ length: 41 }, (_, index) => relevanceOn(CURVE, index / 20 - 1))
    expect(steps).toEqual([...steps].sort((left, right) => left - right))
    expect(new Set(steps).size).toBe(41)
    expect(steps[0]).toBeGreaterThanOrEqual(0)
    expect(steps.at(-1)).toBe(1)
  })

  it('is 1 for the same text despite rounding errors', () => {
    expect(relevanceOn(CURVE, 1 - 1e-7)).toBe(1)
    expect(relevanceOn(CURVE, 1 + 1e-7)).toBe(1)
  })

  it('is near one half in the middle', () => {
    expect(relevanceOn({ middle: 0.3, slope: 20 }, 0.3)).toBeCloseTo(0.5, 3)
  })
})
