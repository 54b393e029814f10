import { useCallback, useReducer, useRef } from 'preact/hooks'
import type { EdgeClient, EdgeConsensusResponse, EdgeRequest } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { reduceRun } from '../run/run-state.ts'

/** Holds one run at a time: one that is watched, or a stored one. */
export function useRun(edge: EdgeClient) {
  const [state, dispatch] = useReducer(reduceRun, null)
  const leaving = useRef(new AbortController())

  /** Ends what is under way, and returns the signal of what comes next. */
  const begin = useCallback(() => {
    leaving.current.abort()
    leaving.current = new AbortController()
    return leaving.current.signal
  }, [])

  const ask = useCallback(
    async (asked: EdgeRequest, onResult: (result: EdgeConsensusResponse) => void) => {
      const signal = begin()
      dispatch({ type: 'ask', question: asked.query, at: Date.now() })
      try {
        for await (const event of edge.stream(asked, { signal })) {
          if (signal.aborted) return
          dispatch({ type: 'event', event, at: Date.now() })
          if (event.type === 'result') onResult(event.data)
        }
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'fail', problem: problemOf(error), at: Date.now() })
      }
    },
    [edge, begin],
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

  /** Ends the run; the service then ends its calls. */
  const stop = useCallback(() => {
    leaving.current.abort()
    dispatch({ type: 'stop', at: Date.now() })
  }, [])

  return { state, ask, open, stop }
}
