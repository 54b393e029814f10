import { describe, expect, it } from 'vitest'
import { claimFeatures } from './claim-features.ts'

describe('claimFeatures', () => {
  it('says how the texts of the others bear on a claim, those who made it too among them', () => {
    const others = [
      { supports: 0.5, contradicts: 0.2, shared: 0 },
      { supports: 0, contradicts: 0.7, shared: 0 },
    ]
    const features = claimFeatures({ others, makers: 2, panel: { support: 0.4, shared: 0.3 } })
    expect(features).toMatchObject({
      highestSupport: 1,
      secondSupport: 0.5,
      highestContradiction: 0.7,
      panelSupport: 0.4,
      panelShared: 0.3,
    })
    expect(features.saying).toBeCloseTo(1 / 3)
    expect(features.meanSupport).toBeCloseTo(0.5)
    expect(features.meanContradiction).toBeCloseTo(0.3)
    expect(features.otherModels).toBe(2)
  })

  it('is defined for the only model of a panel', () => {
    const features = claimFeatures({ others: [], makers: 1, panel: { support: 0, shared: 0 } })
    expect(features).toMatchObject({ meanSupport: 0, highestSupport: 0 })
    expect(Object.values(features).every(Number.isFinite)).toBe(true)
  })
})
