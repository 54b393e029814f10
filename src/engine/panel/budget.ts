import type { Usage } from '../../contract/deliberation.ts'

/** What a run may spend; null means no bound. Its time is bounded by its deadline. */
export interface Budget {
  maxCostUsd: number | null
  maxCalls: number | null
}

/** Later prompts are longer than those whose costs are known, because they quote what was said. */
const GROWTH = 1.5

/** Whether the budget allows so many calls more, judged by what calls have cost so far; without known costs only calls are counted. They may be of models that are so many times dearer. */
export function affords(budget: Budget | undefined, spent: Usage, planned: number, dearer = 1): boolean {
  if (budget === undefined) return true
  const { maxCalls, maxCostUsd } = budget
  if (maxCalls !== null && spent.calls + planned > maxCalls) return false
  return (
    maxCostUsd === null ||
    (spent.cost_usd ?? 0) + planned * GROWTH * dearer * dearestCall(spent) <= maxCostUsd
  )
}

/** The mean cost of a call in the dearest phase so far; zero while no cost is known. */
function dearestCall({ phases, calls, cost_usd }: Usage): number {
  const counted = phases ?? [{ calls, cost_usd }]
  return Math.max(0, ...counted.map((phase) => meanCost(phase)))
}

function meanCost(phase: { calls: number; cost_usd: number | null; unpriced_calls?: number }): number {
  const priced = phase.calls - (phase.unpriced_calls ?? 0)
  return priced === 0 ? 0 : (phase.cost_usd ?? 0) / priced
}

/** A budget in words, such as “at most 6 calls and 0.05 USD”. */
export function describeBudget({ maxCalls, maxCostUsd }: Budget): string {
  const bounds = [
    maxCalls === null ? null : `${maxCalls} calls`,
    maxCostUsd === null ? null : `${maxCostUsd} USD`,
  ]
  return `at most ${bounds.filter((bound) => bound !== null).join(' and ')}`
}
