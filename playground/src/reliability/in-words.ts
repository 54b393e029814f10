import type { EdgeClient } from '../../../src/client/index.ts'
import { count, dollars, percent } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** What the service knows of the models of a panel. */
export type Reliability = Awaited<ReturnType<EdgeClient['reliability']>>

/** A change of how often something is right, in percentage points. */
export function inPoints(change: number): string {
  const points = (100 * change).toFixed(1)
  return Number(points) === 0 ? 'the same' : `${change > 0 ? '+' : '−'}${Math.abs(Number(points))} points`
}

/** How often a panel is right, in sentences; or what is missing until that can be said. */
export function reliabilityInWords({
  known,
  needed,
  runs,
  accuracy,
  leader,
  warnings = [],
}: Reliability): string {
  if (!known) return warnings[0] ?? missingInWords(runs, needed)
  return [
    accuracy === null
      ? 'How often the panel is right is not known yet.'
      : `Together they were right in about ${percent(accuracy)} of ${count(runs, 'question')}.`,
    ...(leader === null
      ? []
      : [
          `The answer of ${voiceLabel(leader).title} decides: your verdicts say that this is better than a vote.`,
        ]),
    ...warnings,
  ].join(' ')
}

function missingInWords(runs: number, needed: number): string {
  const more = Math.max(1, needed - runs)
  return `Needs ${count(more, 'more question')} with a short answer; ${runs} of ${needed} were counted so far. Until then every vote counts the same.`
}

/** A model that helps so little need not be asked. */
const LITTLE = 0.005

/** Which model one could do without, in a sentence; null where nothing can be said. */
export function droppableInWords({ members }: Pick<Reliability, 'members'>): string | null {
  const rated = members.flatMap((member) =>
    member.loss_without === null ? [] : [{ ...member, loss: member.loss_without }],
  )
  if (rated.length < 3) return null
  const least = rated.reduce((one, other) => (other.loss < one.loss ? other : one))
  const name = voiceLabel(least.model).title
  if (least.loss > LITTLE)
    return `Every model helps. The one you would miss least is ${name}: without it the panel would be right ${inPoints(least.loss).slice(1)} less often.`
  const how = Math.abs(least.loss) < LITTLE ? 'as often' : `${inPoints(-least.loss).slice(1)} more often`
  const saved =
    least.cost_usd === null ? '' : `, and each question would cost about ${dollars(least.cost_usd)} less`
  return `You could drop ${name}: without it the panel would be right ${how}${saved}.`
}
