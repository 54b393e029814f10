import type { Usage, UsagePhase } from '../../contract/deliberation.ts'
import { addUsage } from './add-usage.ts'
import type { CallCost } from './call-cost.ts'

const NOTHING = { calls: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 }

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
  const isSame = ({ phase, iteration }: UsagePhase) =>
    phase === spentOn.phase && iteration === spentOn.iteration
  const others = (phases ?? []).filter((phase) => !isSame(phase))
  const earlier = phases?.find(isSame) ?? NOTHING
  const { duration_ms: _, ...spent } = addUsage({ ...earlier, duration_ms: 0 }, made)
  return [...others, { ...spent, ...spentOn }]
}
