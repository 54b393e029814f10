import type { IterationEntry, SeatResponse } from '../../../src/contract/deliberation.ts'
import type { Reply, RunState, Seat } from './run-state.ts'

/** What changed a mind: the words, and where they come from. */
export interface Refuter {
  text: string
  source: 'claim' | 'answer' | 'axiom' | 'document' | 'own words'
}

/** What a seat said in one iteration. */
export interface Turn {
  iteration: number
  phase: IterationEntry['phase'] | null
  response: SeatResponse
  /** The answer it held before, if it gave that up for another one. */
  gaveUp: string | null
  /** It answered otherwise than before and named nothing that refuted its answer, so the earlier one counts. */
  isUncounted: boolean
  refuter: Refuter | null
}

/** A model of the panel and all that it said. */
export interface Voice {
  seat: Seat
  turns: Turn[]
  /** Its reply in the iteration that is under way. */
  reply: Reply | null
  /** Whether its reply is awaited. */
  isAwaited: boolean
  /** What it stands for now, or its own draft; null while it has said nothing. */
  position: string | null
}

/** The voices of a run, in the order of the request. */
export function voicesOf(state: RunState): Voice[] {
  const { seats, iterations, current, replies } = state
  return seats.map((seat) => {
    const turns = turnsOf(seat, iterations)
    const reply = replies.find(({ name }) => name === seat.name) ?? null
    return {
      seat,
      turns,
      reply,
      isAwaited: current !== null && reply === null,
      position: reply?.answer ?? standingOf(turns, state.kind),
    }
  })
}

/** Drafts are judged, not changed: the position of a reviewer is the draft that it prefers. */
function standingOf(turns: Turn[], kind: RunState['kind']): string | null {
  if (kind !== 'draft') return turns.at(-1)?.response.position ?? null
  return turns.findLast(({ response }) => response.answer !== null)?.response.answer ?? null
}

function turnsOf(seat: Seat, iterations: IterationEntry[]): Turn[] {
  const turns: Turn[] = []
  for (const entry of iterations) {
    const response = entry.responses.find(({ name }) => name === seat.name)
    if (response === undefined) continue
    const before = turns.at(-1)?.response.position ?? null
    const moved = before !== null && response.position !== before && response.held_relation !== 'same'
    turns.push({
      iteration: entry.iteration,
      phase: entry.phase ?? null,
      response,
      gaveUp: moved ? before : null,
      isUncounted: !moved && response.held_relation === 'different' && response.refutation === null,
      refuter: refuterOf(response, entry),
    })
  }
  return turns
}

/** What a seat names as the reason for a new answer, in full where it named a label. */
function refuterOf(
  { refuted_by: said, refutation, shown }: SeatResponse,
  { axioms }: IterationEntry,
): Refuter | null {
  if (said === null) return null
  for (const { label, answer, claims } of shown) {
    const claim = claims.find((one) => one.label === refutation)
    if (claim !== undefined) return { text: claim.text, source: 'claim' }
    if (label === refutation) return { text: answer, source: 'answer' }
  }
  const axiom = axioms.find(({ id }) => id === refutation)
  if (axiom !== undefined) return { text: axiom.axiom, source: 'axiom' }
  return { text: said, source: refutation?.startsWith('DOC') ? 'document' : 'own words' }
}
