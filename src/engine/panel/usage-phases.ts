import type { Usage, UsagePhase } from '../../contract/deliberation.ts'
import { addUsage } from './add-usage.ts'
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
  const nothing = { calls: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, duration_ms: 0 }
  const { duration_ms: _, ...spent } = addUsage(nothing, made)
  return [...(phases ?? []), { ...spentOn, ...spent }]
}
