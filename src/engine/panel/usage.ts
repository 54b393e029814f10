import type { Usage, UsagePhase } from '../../contract/deliberation.ts'

/** What a call cost, including failed attempts. */
export interface CallCost {
  latencyMs: number
  promptTokens: number
  completionTokens: number
  /** How many of them were spent on thinking; absent where its provider did not say. */
  reasoningTokens?: number
  /** The sum of what is known; null when nothing is. */
  costUsd: number | null
  /** The number of billed requests; one when absent, zero for a call that was never made. */
  calls?: number
  /** How many of them have a cost that is unknown; when absent, none of them if costUsd is known, otherwise all. */
  unpricedCalls?: number
  /** Whether its provider stated figures that make no sense, so that it counts at a price, if only the dearest. */
  isImplausible?: boolean
  /** Warnings about implausible costs reported by the provider; absent when there are none. */
  warnings?: string[]
}

export const NEVER_MADE: CallCost = {
  latencyMs: 0,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  calls: 0,
}

export const UNKNOWN_COST: CallCost = { ...NEVER_MADE, calls: 1, costUsd: null }

/** How many billed requests of a call have a cost that is unknown. */
function unpricedCalls({ costUsd, calls = 1, unpricedCalls }: CallCost): number {
  return unpricedCalls ?? (costUsd === null ? calls : 0)
}

/** Adds costs to another one, but not their time. */
export function withCosts<Cost extends CallCost>(cost: Cost, others: CallCost[]): Cost {
  if (others.length === 0) return cost
  const total = (amountIn: (one: CallCost) => number) =>
    [cost, ...others].reduce((sum, one) => sum + amountIn(one), 0)
  const calls = total((one) => one.calls ?? 1)
  const unpriced = total(unpricedCalls)
  const known = total((one) => one.costUsd ?? 0)
  const saysReasoning = [cost, ...others].some(({ reasoningTokens }) => reasoningTokens !== undefined)
  const costUsd = knownCost(known, calls, unpriced)
  return {
    ...cost,
    calls,
    promptTokens: total(({ promptTokens }) => promptTokens),
    completionTokens: total(({ completionTokens }) => completionTokens),
    ...(saysReasoning && { reasoningTokens: total(({ reasoningTokens = 0 }) => reasoningTokens) }),
    costUsd,
    ...(costUsd !== null && unpriced > 0 && { unpricedCalls: unpriced }),
  }
}

/** The cost of some calls as it is shown: null when that of no call is known. */
function knownCost(known: number, calls: number, unpriced: number): number | null {
  return unpriced > 0 && unpriced >= calls ? null : known
}

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
    if (cost.reasoningTokens !== undefined)
      sum.reasoning_tokens = (sum.reasoning_tokens ?? 0) + cost.reasoningTokens
    known += cost.costUsd ?? 0
    unpriced += unpricedCalls(cost)
  }
  sum.cost_usd = knownCost(known, sum.calls, unpriced)
  return unpriced === 0 ? sum : { ...sum, unpriced_calls: unpriced }
}

const NOTHING = { calls: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 }

export type SpentOn = Pick<UsagePhase, 'phase' | 'iteration'>

/** The phases of a run, with one more added. */
export function addPhase(
  phases: UsagePhase[] | undefined,
  spentOn: SpentOn,
  calls: Array<{ call: CallCost | null }>,
): UsagePhase[] | undefined {
  const made = calls.filter(({ call }) => call?.calls !== 0)
  if (made.length === 0) return phases
  const isSame = ({ phase, iteration }: UsagePhase) =>
    phase === spentOn.phase && iteration === spentOn.iteration
  const others = (phases ?? []).filter((phase) => !isSame(phase))
  const earlier = phases?.find(isSame) ?? NOTHING
  const { duration_ms: _, ...spent } = addUsage({ ...earlier, duration_ms: 0 }, made)
  return [...others, { ...spent, ...spentOn }]
}

/** What was spent, without the time and without its parts. */
export type Spending = Omit<Usage, 'duration_ms' | 'phases' | 'stages'>

/** The spending of a usage. */
export function spendingIn({ duration_ms: _, phases: __, stages: ___, ...spent }: Usage): Spending {
  return spent
}

/** What was spent between two states of a run. */
export function spendingBetween(before: Spending, after: Spending): Spending {
  const calls = after.calls - before.calls
  const unpriced = (after.unpriced_calls ?? 0) - (before.unpriced_calls ?? 0)
  return {
    calls,
    prompt_tokens: after.prompt_tokens - before.prompt_tokens,
    completion_tokens: after.completion_tokens - before.completion_tokens,
    ...(after.reasoning_tokens !== undefined && {
      reasoning_tokens: after.reasoning_tokens - (before.reasoning_tokens ?? 0),
    }),
    cost_usd: knownCost((after.cost_usd ?? 0) - (before.cost_usd ?? 0), calls, unpriced),
    ...(unpriced > 0 && { unpriced_calls: unpriced }),
  }
}

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

function dearestCall({ phases = [] }: Usage): number {
  return Math.max(0, ...phases.map(meanCost))
}

function meanCost(phase: UsagePhase): number {
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
