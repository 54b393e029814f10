import type { Usage, UsagePhase } from '../../contract/deliberation.ts'
import type { CallCost } from './call-cost.ts'

/** What calls were made for. */
export type SpentOn = Pick<UsagePhase, 'phase' | 'iteration'>

/**
 * The phases of a run, with one more added; undefined for a run that an earlier version began, which counted only the
 * total.
 */
export function addPhase(
  { calls: before, phases }: Pick<Usage, 'calls' | 'phases'>,
  spentOn: SpentOn,
  calls: Array<{ call: CallCost | null }>,
): UsagePhase[] | undefined {
  if (phases === undefined && before > 0) return undefined
  const made = calls.filter(({ call }) => call?.calls !== 0)
  if (made.length === 0) return phases
  const costs = made.map(({ call }) => ({ calls: call?.calls ?? 1, costUsd: call?.costUsd ?? null }))
  const priced = costs.filter(({ costUsd }) => costUsd !== null)
  const unpriced = sum(costs.filter(({ costUsd }) => costUsd === null).map((cost) => cost.calls))
  const phase = {
    ...spentOn,
    calls: sum(costs.map((cost) => cost.calls)),
    prompt_tokens: sum(made.map(({ call }) => call?.promptTokens ?? 0)),
    completion_tokens: sum(made.map(({ call }) => call?.completionTokens ?? 0)),
    cost_usd: priced.length === 0 ? null : sum(priced.map(({ costUsd }) => costUsd ?? 0)),
    ...(unpriced > 0 ? { unpriced_calls: unpriced } : {}),
  }
  return [...(phases ?? []), phase]
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
