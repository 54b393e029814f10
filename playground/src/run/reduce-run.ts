import type { EdgeEvent, StoredConsensusResponse } from '../../../src/client/index.ts'
import { afterEvent } from '../../../src/client/run-progress.ts'
import type { Problem } from '../api/problem.ts'
import { openedRun } from './opened-run.ts'
import { askedRun, type RunState } from './run-state.ts'

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
  const { event, at } = action
  return {
    ...state,
    ...afterEvent(state, event, at),
    ...(event.type === 'panel-start' && { stage: 'running' }),
    ...(event.type === 'result' && { stage: 'complete', endedAt: at }),
  }
}
