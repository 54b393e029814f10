import { describe, expect, it } from 'vitest'
import { addPhase, type CallCost, NEVER_MADE, spendingBetween, UNKNOWN_COST, withCosts } from './usage.ts'

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

  it('has the tokens of thinking that somebody states', () => {
    expect(withCosts(PAID, [UNPRICED])).not.toHaveProperty('reasoningTokens')
    expect(withCosts(PAID, [{ ...PAID, reasoningTokens: 1 }, UNPRICED])).toMatchObject({ reasoningTokens: 1 })
  })

  it('is zero when there was no call, and when every call was free', () => {
    expect(withCosts(NEVER_MADE, [NEVER_MADE])).toMatchObject({ costUsd: 0, calls: 0 })
    expect(withCosts({ ...PAID, costUsd: 0 }, [NEVER_MADE])).toMatchObject({ costUsd: 0, calls: 1 })
  })
})

const FIRST = { phase: 'exposition', iteration: 1 } as const
const WRITING = { phase: 'writing', iteration: 2 } as const
const cost = (changes: Partial<CallCost> = {}) => ({
  call: { latencyMs: 1, promptTokens: 10, completionTokens: 5, costUsd: 0.25, ...changes },
})

describe('addPhase', () => {
  it('sums the calls of a phase, with every billed request of a call', () => {
    expect(addPhase([], FIRST, [cost(), cost({ calls: 2 })])).toEqual([
      { ...FIRST, calls: 3, prompt_tokens: 20, completion_tokens: 10, cost_usd: 0.5 },
    ])
  })

  it('sums the tokens of thinking, and has none where nobody states any', () => {
    const phases = addPhase([], FIRST, [cost({ reasoningTokens: 3 }), cost(), cost({ reasoningTokens: 0 })])
    expect(phases).toMatchObject([{ completion_tokens: 15, reasoning_tokens: 3 }])
    const later = addPhase(phases, FIRST, [cost({ reasoningTokens: 2 })])!
    expect(later).toMatchObject([{ reasoning_tokens: 5 }])
    expect(spendingBetween(phases![0]!, later[0]!)).toMatchObject({ reasoning_tokens: 2 })
    expect(addPhase([], FIRST, [cost()])![0]).not.toHaveProperty('reasoning_tokens')
  })

  it('comes after the phases before it', () => {
    const before = addPhase([], FIRST, [cost()])
    expect(addPhase(before, WRITING, [cost()])).toMatchObject([FIRST, WRITING])
  })

  it('says how many calls have no known cost, and knows none when all have none', () => {
    expect(addPhase([], FIRST, [cost(), { call: null }])).toMatchObject([
      { calls: 2, cost_usd: 0.25, unpriced_calls: 1 },
    ])
    expect(addPhase([], FIRST, [{ call: null }])).toMatchObject([
      { calls: 1, cost_usd: null, unpriced_calls: 1 },
    ])
  })

  it('leaves out calls that were never made, and a phase without any', () => {
    const notMade = { call: NEVER_MADE }
    expect(addPhase([], FIRST, [cost(), notMade])).toMatchObject([{ calls: 1 }])
    expect(addPhase([], FIRST, [{ call: null }, notMade])).toMatchObject([{ cost_usd: null }])
    expect(addPhase([], FIRST, [notMade])).toEqual([])
  })
})
