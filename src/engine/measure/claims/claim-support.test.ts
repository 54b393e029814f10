import { describe, expect, it } from 'vitest'
import { supportOf } from './claim-support.ts'

const model = {
  constant: -1,
  weights: { meanSupport: 3, highestContradiction: -2, panelSupport: 1 },
  highest: 0.9,
}
const bearing = (supports: number, contradicts = 0) => ({ supports, contradicts, shared: 0 })
const support = (others: Array<ReturnType<typeof bearing>>, { makers = 1, panelSupport = 0.5 } = {}) =>
  supportOf({ others, makers, panel: { support: panelSupport, shared: 0 } }, model)

describe('the support of a claim', () => {
  it('rises with what the other texts say, and with how far the panel supports its claims at all', () => {
    expect(support([bearing(0.8), bearing(0.6)])).toBeGreaterThan(support([bearing(0.8), bearing(0.1)]))
    expect(support([bearing(0.5)], { panelSupport: 0.9 })).toBeGreaterThan(support([bearing(0.5)]))
  })

  it('falls with the strongest contradiction', () => {
    expect(support([bearing(0.1, 0.9), bearing(0.1)])).toBeLessThan(support([bearing(0.1), bearing(0.1)]))
  })

  it('is the same whether another model lists the claim or its text says it for certain', () => {
    expect(support([bearing(0.2)], { makers: 2 })).toBe(support([bearing(1), bearing(0.2)]))
  })

  it('is never higher than the best supported recorded claims deserve', () => {
    expect(support([bearing(1), bearing(1)], { panelSupport: 1 })).toBe(0.9)
  })
})
