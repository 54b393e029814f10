import { describe, expect, it } from 'vitest'
import { type CallCost, NEVER_MADE, UNKNOWN_COST, withCosts } from './call-cost.ts'

const PAID: CallCost = { latencyMs: 5, promptTokens: 10, completionTokens: 2, costUsd: 0.5 }
const UNPRICED: CallCost = { ...PAID, costUsd: null }

describe('the cost of several calls', () => {
  it('is the sum of what is known, and says how many calls it leaves out', () => {
    const sum = withCosts(PAID, [UNPRICED, PAID, UNKNOWN_COST])
    expect(sum).toEqual({
      latencyMs: 5,
      promptTokens: 30,
      completionTokens: 6,
      costUsd: 1,
      calls: 4,
      unpricedCalls: 2,
    })
    expect(withCosts(sum, [UNPRICED])).toMatchObject({ costUsd: 1, calls: 5, unpricedCalls: 3 })
  })

  it('is unknown when that of no call is known', () => {
    expect(withCosts(UNPRICED, [UNKNOWN_COST])).toMatchObject({ costUsd: null, calls: 2 })
    expect(withCosts(NEVER_MADE, [UNKNOWN_COST])).toMatchObject({ costUsd: null, calls: 1 })
  })

  it('is zero when there was no call, and when every call was free', () => {
    expect(withCosts(NEVER_MADE, [NEVER_MADE])).toMatchObject({ costUsd: 0, calls: 0 })
    expect(withCosts({ ...PAID, costUsd: 0 }, [NEVER_MADE])).toMatchObject({ costUsd: 0, calls: 1 })
  })
})
