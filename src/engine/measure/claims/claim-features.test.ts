import { describe, expect, it } from 'vitest'
import { CLAIM_FEATURES, claimFeatures } from './claim-features.ts'

const named = (evidence: Parameters<typeof claimFeatures>[0]) =>
  Object.fromEntries(claimFeatures(evidence).map((value, place) => [CLAIM_FEATURES[place]!, value]))

describe('claimFeatures', () => {
  it('says how the texts of the others bear on a claim, those who made it too among them', () => {
    const others = [
      { supports: 0.5, contradicts: 0.2 },
      { supports: 0, contradicts: 0.7 },
    ]
    const features = named({ others, makers: 2, rank: 0 })
    expect(features).toMatchObject({
      'highest support': 1,
      'highest contradiction': 0.7,
      'share of makers': 0.5,
    })
    expect(features['mean support']).toBeCloseTo(0.5)
    expect(features['mean contradiction']).toBeCloseTo(0.3)
    expect(features['other models']).toBe(2)
  })

  it('is defined for the only model of a panel', () => {
    const features = named({ others: [], makers: 1, rank: 30 })
    expect(features).toMatchObject({ 'mean support': 0, 'highest support': 0, 'place in the list': 1 })
    expect(Object.values(features).every(Number.isFinite)).toBe(true)
  })
})
