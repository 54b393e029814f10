import { describe, expect, it } from 'vitest'
import { CLAIM_SUPPORT } from '../../../../test/support/engine/scripted-panel.ts'
import { supportOf } from './claim-support.ts'

const bearing = (supports: number, contradicts = 0, shared = supports) => ({ supports, contradicts, shared })
const support = (others: Array<ReturnType<typeof bearing>>, { makers = 1, panel = 0.5 } = {}) =>
  supportOf({ others, makers, panel: { support: panel, shared: panel } }, CLAIM_SUPPORT)

describe('the support of a claim', () => {
  it('rises with what the other texts say', () => {
    expect(support([bearing(0.9), bearing(0.9)])).toBeGreaterThan(support([bearing(0.05), bearing(0.05)]))
  })

  it('never rises with a contradiction', () => {
    for (const shared of [0.1, 0.5, 0.9])
      expect(support([bearing(0.1, 0.9, shared), bearing(0.1)])).toBeLessThanOrEqual(
        support([bearing(0.1, 0, shared), bearing(0.1)]),
      )
  })

  it('is the same whether another model lists the claim or its text says it for certain', () => {
    expect(support([bearing(0.2)], { makers: 2 })).toBe(support([bearing(1), bearing(0.2)]))
  })

  it('is never higher than the best supported recorded claims deserve', () => {
    expect(support([bearing(1), bearing(1), bearing(1)], { panel: 1 })).toBeLessThanOrEqual(
      CLAIM_SUPPORT.highest,
    )
    expect(CLAIM_SUPPORT.highest).toBeLessThan(1)
  })
})
