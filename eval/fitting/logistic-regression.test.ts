import { describe, expect, it } from 'vitest'
import { fitLogistic, sigmoid } from './logistic-regression.ts'

describe('logistic regression', () => {
  it('recovers the weights that generated the observations', () => {
    const observations = Array.from({ length: 441 }, (_, index) => {
      const features = [((index % 21) - 10) / 5, (Math.floor(index / 21) - 10) / 5]
      const chance = sigmoid(2 * features[0]! - 1 * features[1]! + 0.5)
      // Each point counts for both outcomes by their probability, so that the test is deterministic.
      return [
        { features, truth: true, weight: chance },
        { features, truth: false, weight: 1 - chance },
      ]
    }).flat()
    const [first, second, constant] = fitLogistic(observations)
    expect(first).toBeCloseTo(2, 2)
    expect(second).toBeCloseTo(-1, 2)
    expect(constant).toBeCloseTo(0.5, 2)
  })

  it('stays finite if the classes are completely separable', () => {
    const weights = fitLogistic([
      { features: [0], truth: false, weight: 1 },
      { features: [1], truth: true, weight: 1 },
    ])
    expect(weights.every(Number.isFinite)).toBe(true)
    expect(weights[0]).toBeGreaterThan(0)
  })
})
