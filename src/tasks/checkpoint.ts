import { IterationEntry } from '../contract/deliberation.ts'
import type { Spiral } from '../engine/index.ts'

/**
 * The version of checkpoints written now. The first was the state alone; processes that write the second would ask a
 * question without the messages and documents it comes with; up to the third, answers to closed questions were compared
 * by rules, and up to the fourth the claims of texts; no reader had put them on a table or listed their points.
 */
const CHECKPOINT_VERSION = 5

/** A checkpoint of a later version, written by a newer process. */
export class NewerCheckpoint extends Error {
  override name = 'NewerCheckpoint'
  constructor(version: number) {
    super(
      `The checkpoint has version ${version}, and this process knows versions up to ${CHECKPOINT_VERSION}. Update Stretto to continue the task.`,
    )
  }
}

/** A checkpoint as it is stored. */
export function storedCheckpoint(spiral: Spiral): unknown {
  return { version: CHECKPOINT_VERSION, spiral }
}

/** The state in a stored checkpoint of this or an earlier version; null if it is none, as in damaged data. */
export function readCheckpoint(stored: unknown, now: number): Spiral | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { version = 1, spiral = stored } = stored as { version?: unknown; spiral?: unknown }
  if (typeof version !== 'number') return null
  if (version > CHECKPOINT_VERSION) throw new NewerCheckpoint(version)
  if (!isSpiral(spiral)) return null
  const isCurrent = version === CHECKPOINT_VERSION || (version === 4 && spiral.kind === 'closed')
  return isCurrent ? spiral : restarted(spiral, now)
}

function isSpiral(spiral: unknown): spiral is Spiral {
  const { entries, standings, anchors } = (spiral ?? {}) as Partial<Spiral>
  return [entries, standings, anchors].every(Array.isArray)
}

/** A state of an earlier version, back at its first replies, which are read anew; what was spent stays spent. */
function restarted(spiral: Spiral, now: number): Spiral | null {
  // Earlier versions did not say when the question was asked, and at first knew closed questions only.
  const date = spiral.date ?? new Date(now).toISOString().slice(0, 10)
  const kind = spiral.kind ?? 'closed'
  // Fields that there are no longer are left out.
  const { data: first } = IterationEntry.safeParse(spiral.entries[0])
  if (first?.responses.length !== spiral.standings.length) return null
  const responses = first.responses.map((response) =>
    kind === 'closed' ? { ...response, reason: replyIn(response) } : response,
  )
  return {
    kind,
    date,
    entries: [{ ...first, D: 1, H: 0, target_D: 1, responses, clusters: [] }],
    standings: spiral.standings.map(({ seat }, place) => {
      const { answer, reason, cut_off: isCut } = responses[place]!
      const position = answer === null ? null : { answer, reason, ...(isCut && { isCut }) }
      return { seat, position, residual: null }
    }),
    anchors: spiral.anchors,
    usage: spiral.usage,
    ...(spiral.costWarnings && { costWarnings: spiral.costWarnings }),
    ending: null,
    votes: spiral.votes ?? null,
  }
}

/** A reply in words: a reason was once asked for beside the answer, and need not say it. */
function replyIn({ answer, reason }: IterationEntry['responses'][number]): string {
  return answer === null || reason.includes(answer) ? reason : `${answer}\n\n${reason}`.trim()
}
