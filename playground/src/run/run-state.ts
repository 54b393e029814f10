import type { EdgeEvent, StoredConsensusResponse } from '../../../src/client/index.ts'
import {
  afterEvent,
  NOTHING_YET,
  newSeat,
  type RunProgress,
  spendingOf,
} from '../../../src/client/run-progress.ts'
import type { Problem } from '../api/problem.ts'

/** What a model read in the replies of the others. */
export type Reading = RunProgress['readings'][number]

/** Everything that the page shows of a run: what has happened in it, and what the reader and the connection did. */
export interface RunState extends RunProgress {
  /** Where it is: asked, under way, or how it ended. */
  stage: 'asked' | 'running' | 'complete' | 'stopped' | 'failed'
  /** By which the service finds it, watched or not; null for a stored result, and before it has begun. */
  runId: string | null
  question: string
  /** In milliseconds; null for a result that was opened later. */
  startedAt: number | null
  endedAt: number | null
  /** Why it failed. */
  problem: Problem | null
}

/** A run that was just asked for. */
export function askedRun(question: string, startedAt: number | null): RunState {
  return { ...NOTHING_YET, stage: 'asked', runId: null, question, startedAt, endedAt: null, problem: null }
}

/** Whether something is still to be expected. */
export function isUnderWay({ stage }: Pick<RunState, 'stage'>): boolean {
  return stage === 'asked' || stage === 'running'
}

/** What happens to a run on this page: an event of the service, or something that the reader or the connection did. */
export type RunAction =
  | { type: 'ask'; question: string; at: number }
  /** A run is joined, for the first time or again. */
  | { type: 'join'; id: string }
  | { type: 'event'; event: EdgeEvent; at: number }
  | { type: 'stop'; at: number }
  | { type: 'fail'; problem: Problem; at: number }
  /** A stored result is fetched. */
  | { type: 'seek'; id: string }
  | { type: 'open'; stored: StoredConsensusResponse }

/** The state after something happened. Everything on the screen derives from it. */
export function reduceRun(state: RunState | null, action: RunAction): RunState | null {
  if (action.type === 'ask') return askedRun(action.question, action.at)
  if (action.type === 'join')
    return state?.runId === action.id
      ? { ...state, stage: 'running', endedAt: null, problem: null }
      : { ...askedRun('', null), runId: action.id }
  if (action.type === 'seek') return state?.result?.id === action.id ? state : askedRun('', null)
  if (action.type === 'open') return openedRun(action.stored, state)
  if (state === null) return null
  if (action.type === 'stop') return { ...state, stage: 'stopped', current: null, endedAt: action.at }
  if (action.type === 'fail')
    return { ...state, stage: 'failed', current: null, endedAt: action.at, problem: action.problem }
  const { event, at } = action
  // What a run that is joined was asked at first, it was asked when it began.
  const isBeginning = event.type === 'panel-start' || event.type === 'iteration-start'
  const asked = isBeginning && state.iterations.length === 0 ? (state.startedAt ?? at) : at
  return {
    ...state,
    ...afterEvent(state, event, asked),
    ...(event.type === 'run-start' && {
      runId: event.data.id,
      question: state.question || event.data.query,
      startedAt: state.startedAt ?? Math.min(at, event.data.started_at),
    }),
    ...(event.type === 'panel-start' && { stage: 'running' }),
    ...(event.type === 'result' && { stage: 'complete', endedAt: at }),
  }
}

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

function seatsOf(trace: StoredConsensusResponse['trace'], models: string[]): RunState['seats'] {
  const seats =
    trace?.[0]?.responses ?? models.map((model) => ({ name: model, provider: 'openrouter', model }))
  return seats.map((seat) => newSeat(seat, 0))
}
