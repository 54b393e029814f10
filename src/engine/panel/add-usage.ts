import type { Usage } from '../../contract/deliberation.ts'
import { type CallCost, knownCost, UNKNOWN_COST, unpricedCalls } from './call-cost.ts'

/** Adds the cost of calls to a usage, including failed calls at the cost their provider reported. */
export function addUsage(usage: Usage, calls: Array<{ call: CallCost | null }>): Usage {
  const { unpriced_calls: before = 0, ...sum } = usage
  let unpriced = before
  let known = usage.cost_usd ?? 0
  for (const { call } of calls) {
    const cost = call ?? UNKNOWN_COST
    sum.calls += cost.calls ?? 1
    sum.prompt_tokens += cost.promptTokens
    sum.completion_tokens += cost.completionTokens
    known += cost.costUsd ?? 0
    unpriced += unpricedCalls(cost)
  }
  sum.cost_usd = knownCost(known, sum.calls, unpriced)
  return unpriced === 0 ? sum : { ...sum, unpriced_calls: unpriced }
}
