import { useCallback, useReducer, useRef } from 'preact/hooks'
import {
  type EdgeClient,
  type EdgeConsensusResponse,
  type EdgeEvent,
  type EdgeRequest,
  StrettoApiError,
} from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { reduceRun } from '../run/run-state.ts'

/** Who is told how a run begins and ends. */
export interface RunWatcher {
  onStart(run: { id: string; query: string }): void
  onResult(result: EdgeConsensusResponse): void
  onEnd(runId: string, status: 'stopped' | 'failed'): void
}

/** Holds one run at a time: one that is watched, or a stored one. */
export function useRun(edge: EdgeClient) {
  const [state, dispatch] = useReducer(reduceRun, null)
  const leaving = useRef(new AbortController())
  /** Of a run that was stopped before its id was known. */
  const stopped = useRef<AbortSignal | null>(null)

  /** Leaves what is under way, which goes on at the service, and returns the signal of what comes next. */
  const begin = useCallback(() => {
    leaving.current.abort()
    leaving.current = new AbortController()
    return leaving.current.signal
  }, [])

  const follow = useCallback(
    async (events: AsyncIterable<EdgeEvent>, signal: AbortSignal, watcher: RunWatcher) => {
      let id = ''
      try {
        for await (const event of events) {
          if (signal.aborted) return
          if (stopped.current === signal) {
            if (event.type === 'run-start') await edge.stopRun(event.data.id)
            return
          }
          dispatch({ type: 'event', event, at: Date.now() })
          if (event.type === 'run-start') {
            id = event.data.id
            if (event.data.status === 'running') watcher.onStart(event.data)
          }
          if (event.type === 'result') watcher.onResult(event.data)
        }
      } catch (error) {
        if (signal.aborted || stopped.current === signal) return
        const at = Date.now()
        const isStopped = error instanceof StrettoApiError && error.code === 'cancelled'
        const problem = problemOf(error)
        if (isStopped) dispatch({ type: 'stop', at })
        else dispatch({ type: 'fail', problem, at })
        if (problem.kind !== 'lost') watcher.onEnd(id, isStopped ? 'stopped' : 'failed')
      }
    },
    [edge],
  )

  const ask = useCallback(
    (asked: EdgeRequest, watcher: RunWatcher) => {
      const signal = begin()
      dispatch({ type: 'ask', question: asked.query, at: Date.now() })
      return follow(edge.stream({ ...asked, keep_running: true }, { signal }), signal, watcher)
    },
    [edge, begin, follow],
  )

  const join = useCallback(
    (id: string, watcher: RunWatcher) => {
      const signal = begin()
      dispatch({ type: 'join', id })
      return follow(edge.joinRun(id, { signal }), signal, watcher)
    },
    [edge, begin, follow],
  )

  const open = useCallback(
    async (id: string) => {
      const signal = begin()
      dispatch({ type: 'seek', id })
      try {
        dispatch({ type: 'open', stored: await edge.result(id, { signal }) })
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'fail', problem: problemOf(error), at: Date.now() })
      }
    },
    [edge, begin],
  )

  const runId = state?.runId ?? null

  /** Ends the run; the service then ends its calls. */
  const stop = useCallback(() => {
    dispatch({ type: 'stop', at: Date.now() })
    if (runId === null) {
      stopped.current = leaving.current.signal
      return
    }
    leaving.current.abort()
    edge.stopRun(runId).catch(() => {})
  }, [edge, runId])

  /** Lets the run conclude with what there is. */
  const answerNow = useCallback(() => {
    // Where it cannot, it goes on, and its end tells why.
    if (runId !== null) edge.answerNow(runId).catch(() => {})
  }, [edge, runId])

  return { state, ask, join, open, stop, answerNow }
}
