import type { Budget } from '../../engine/index.ts'

/** What a request may spend, as it is said on the wire. */
interface Spending {
  max_cost_usd?: number | undefined
  max_calls?: number | undefined
  timeout_seconds?: number | undefined
}

/** What a request allows its run to spend; nothing is bounded that it does not mention. */
export function requestedSpending({ max_cost_usd, max_calls, timeout_seconds }: Spending): {
  budget?: Budget
  timeoutMs?: number
} {
  const bounded = max_cost_usd !== undefined || max_calls !== undefined
  return {
    ...(bounded ? { budget: { maxCostUsd: max_cost_usd ?? null, maxCalls: max_calls ?? null } } : {}),
    ...(timeout_seconds === undefined ? {} : { timeoutMs: timeout_seconds * 1000 }),
  }
}

/** The tighter of two budgets, bound by bound. */
export function tighterBudget(one: Budget | undefined, other: Budget | undefined): Budget | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return {
    maxCostUsd: smaller(one.maxCostUsd, other.maxCostUsd),
    maxCalls: smaller(one.maxCalls, other.maxCalls),
  }
}

function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
