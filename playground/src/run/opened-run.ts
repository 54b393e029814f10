import type { StoredConsensusResponse } from '../../../src/client/index.ts'
import { newSeat, type SeatProgress, spendingOf } from '../../../src/client/run-progress.ts'
import { askedRun, type RunState } from './run-state.ts'

/**
 * A stored result as the state of the run that gave it, so that it is shown like one that was watched. What was watched
 * on this page and is not stored, such as who read the texts, stays.
 */
export function openedRun({ trace, ...result }: StoredConsensusResponse, watched: RunState | null): RunState {
  const own = watched?.result?.id === result.id ? watched : askedRun(result.query, null)
  return {
    ...own,
    stage: 'complete',
    kind: result.kind ?? null,
    seats: seatsOf(trace, result.models),
    iterations: trace ?? [],
    claims: result.claims ?? [],
    accepted: result.final_answer,
    spending: spendingOf(result.usage),
    // A stored result does not know that it was served for another wording.
    result: own.result ?? result,
  }
}

function seatsOf(trace: StoredConsensusResponse['trace'], models: string[]): SeatProgress[] {
  const seats =
    trace?.[0]?.responses ?? models.map((model) => ({ name: model, provider: 'openrouter', model }))
  return seats.map((seat) => newSeat(seat, 0))
}
