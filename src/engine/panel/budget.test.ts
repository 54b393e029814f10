import { describe, expect, it } from 'vitest'
import type { Usage, UsagePhase } from '../../contract/deliberation.ts'
import { NO_USAGE } from '../deliberation.ts'
import { affords, type Budget, describeBudget } from './usage.ts'

const NONE: Budget = { maxCalls: null, maxCostUsd: null }
const phase = (calls: number, cost: number | null, unpriced?: number): UsagePhase => ({
  phase: 'exposition',
  iteration: 1,
  calls,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: cost,
  ...(unpriced === undefined ? {} : { unpriced_calls: unpriced }),
})
const spent = (...phases: UsagePhase[]): Usage => ({
  ...NO_USAGE,
  calls: phases.reduce((sum, { calls }) => sum + calls, 0),
  cost_usd: phases.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
  phases,
})

describe('affords', () => {
  it('allows everything without a budget', () => {
    expect(affords(undefined, spent(phase(900, 900)), 100)).toBe(true)
    expect(affords(NONE, spent(phase(900, 900)), 100)).toBe(true)
  })

  it('counts the calls made, those to be made and those to be kept', () => {
    const budget = { ...NONE, maxCalls: 7 }
    expect(affords(budget, spent(phase(3, 0)), 4)).toBe(true)
    expect(affords(budget, spent(phase(3, 0)), 5)).toBe(false)
    expect(affords(budget, spent(phase(4, 0)), 4)).toBe(false)
  })

  it('takes a further call for half as dear again as one of the dearest phase', () => {
    const usage = spent(phase(2, 0.4), phase(4, 0.4))
    const next = 2
    expect(affords({ ...NONE, maxCostUsd: 1.41 }, usage, next)).toBe(true)
    expect(affords({ ...NONE, maxCostUsd: 1.39 }, usage, next)).toBe(false)
  })

  it('takes calls of unknown cost neither for free ones nor into the mean of the others', () => {
    const usage = spent(phase(4, 0.4, 2))
    const next = 2
    expect(affords({ ...NONE, maxCostUsd: 1.01 }, usage, next)).toBe(true)
    expect(affords({ ...NONE, maxCostUsd: 0.99 }, usage, next)).toBe(false)
  })

  it('counts only calls while no cost is known', () => {
    const usage = spent(phase(3, null, 3))
    expect(affords({ maxCostUsd: 0.01, maxCalls: 6 }, usage, 3)).toBe(true)
    expect(affords({ maxCostUsd: 0.01, maxCalls: 5 }, usage, 3)).toBe(false)
  })
})

it.each([
  [{ maxCalls: 6, maxCostUsd: null }, 'at most 6 calls'],
  [{ maxCalls: null, maxCostUsd: 0.05 }, 'at most 0.05 USD'],
  [{ maxCalls: 6, maxCostUsd: 0.05 }, 'at most 6 calls and 0.05 USD'],
])('a budget is put into words: %o', (budget, words) => {
  expect(describeBudget(budget)).toBe(words)
})
