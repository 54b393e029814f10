import type { EdgeEvent, StoredConsensusResponse } from '../../../src/client/index.ts'
import type { Problem } from '../api/problem.ts'
import { openedRun } from './opened-run.ts'
import { askedRun, type RunState, type Spending, spendingOf } from './run-state.ts'

/** A piece of a reply. */
type Piece = Extract<EdgeEvent, { type: 'answer-text' }>['data']

/** What happens to a run on this page: an event of the service, or something that the reader or the connection did. */
export type RunAction =
  | { type: 'ask'; question: string; at: number }
  | { type: 'event'; event: EdgeEvent; at: number }
  | { type: 'stop'; at: number }
  | { type: 'fail'; problem: Problem; at: number }
  /** A stored result is fetched. */
  | { type: 'seek'; id: string }
  | { type: 'open'; stored: StoredConsensusResponse }

/** The state after something happened. Everything on the screen derives from it. */
export function reduceRun(state: RunState | null, action: RunAction): RunState | null {
  if (action.type === 'ask') return askedRun(action.question, action.at)
  if (action.type === 'seek') return state?.result?.id === action.id ? state : askedRun('', null)
  if (action.type === 'open') return openedRun(action.stored, state)
  if (state === null) return null
  if (action.type === 'stop') return { ...state, stage: 'stopped', current: null, endedAt: action.at }
  if (action.type === 'fail')
    return { ...state, stage: 'failed', current: null, endedAt: action.at, problem: action.problem }
  return afterEvent(state, action.event, action.at)
}

function afterEvent(state: RunState, { type, data }: EdgeEvent, at: number): RunState {
  switch (type) {
    case 'panel-start': {
      const { kind, max_iterations: maxIterations, seats, first = null } = data
      // A run that is joined again is told from its beginning.
      return {
        ...askedRun(state.question, state.startedAt),
        stage: 'running',
        kind,
        maxIterations,
        seats,
        first,
      }
    }
    case 'iteration-start':
      // What the first models of a panel said stands while the others are asked.
      return { ...state, current: data, replies: data.iteration === 1 ? state.firstReplies : [] }
    case 'answer-text':
      return withPiece(state, data)
    case 'answer-received':
      return {
        ...state,
        replies: [...state.replies, data],
        firstReplies: data.iteration === 1 ? [...state.firstReplies, data] : state.firstReplies,
        spending: spentOn(state.spending, data),
      }
    case 'stage-end':
      return data.accepted
        ? state
        : { ...state, first: null, iterations: [], claims: [], writings: [], check: null }
    case 'kind-decided':
      return { ...state, kind: data.kind }
    case 'reading-received':
      return { ...state, readings: [...state.readings, data], spending: spentOn(state.spending, data) }
    case 'iteration-end':
      return { ...state, current: null, replies: [], iterations: [...state.iterations, data] }
    case 'claims-change':
      return { ...state, claims: data.claims }
    case 'text-written':
      return { ...state, writings: [...state.writings, data] }
    case 'text-checked':
      return { ...state, check: data }
    case 'text-accepted':
      return { ...state, accepted: data.text }
    case 'result':
      return completedRun(state, data, at)
  }
}

function completedRun(
  state: RunState,
  result: Extract<EdgeEvent, { type: 'result' }>['data'],
  at: number,
): RunState {
  return {
    ...state,
    stage: 'complete',
    endedAt: at,
    current: null,
    kind: result.kind ?? state.kind,
    claims: result.claims ?? state.claims,
    accepted: result.final_answer,
    spending: spendingOf(result.usage),
    result,
  }
}

/** The state with a piece of a reply that has arrived. A new attempt begins anew; a reply without its beginning is not shown. */
function withPiece(state: RunState, { name, attempt, offset, text }: Piece): RunState {
  const before = state.arriving[name]
  const isContinued = before?.attempt === attempt
  if (!isContinued && offset > 0) return state
  const kept = isContinued ? before.text.slice(0, offset) : ''
  return { ...state, arriving: { ...state.arriving, [name]: { attempt, text: kept + text } } }
}

function spentOn(
  { calls, costUsd, unpriced }: Spending,
  { cost_usd: cost }: { cost_usd: number | null },
): Spending {
  if (cost === null) return { calls: calls + 1, costUsd, unpriced: unpriced + 1 }
  return { calls: calls + 1, costUsd: (costUsd ?? 0) + cost, unpriced }
}
