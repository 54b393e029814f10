import { useCallback, useReducer, useRef } from 'preact/hooks'
import type { EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { addToHistory } from '../history/history.ts'
import { reduceRun } from './reduce-run.ts'

/** Holds one run at a time: one that is watched, or a stored one. */
export function useRun(edge: EdgeClient) {
  const [state, dispatch] = useReducer(reduceRun, null)
  const request = useRef<EdgeRequest | null>(null)
  const leaving = useRef(new AbortController())

  /** Ends what is under way, and returns the signal of what comes next. */
  const begin = useCallback(() => {
    leaving.current.abort()
    leaving.current = new AbortController()
    return leaving.current.signal
  }, [])

  const ask = useCallback(
    async (asked: EdgeRequest) => {
      const signal = begin()
      request.current = asked
      dispatch({ type: 'ask', question: asked.query, at: Date.now() })
      try {
        for await (const event of edge.stream(asked, { signal })) {
          if (signal.aborted) return
          dispatch({ type: 'event', event, at: Date.now() })
          if (event.type === 'result') addToHistory(event.data, Date.now())
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
      request.current = null
      dispatch({ type: 'seek', id })
      try {
        const stored = await edge.result(id, { signal })
        dispatch({ type: 'open', stored })
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'fail', problem: problemOf(error), at: Date.now() })
      }
    },
    [edge, begin],
  )

  return {
    state,
    /** The request that is being answered; null for a stored result. */
    request,
    ask,
    /** Shows a stored result. */
    open,
    /** Resolves when the service can be reached, with whether asking again costs nothing. */
    async reach(signal: AbortSignal): Promise<boolean> {
      const asked = request.current
      if (asked === null) return (await edge.liveness({ signal })) !== null
      const { in_progress: isRunning = false, cost_usd: cost } = await edge.dryRun(asked, { signal })
      return isRunning || cost.at_most === 0
    },
    /** Ends the run; the service then ends its calls. */
    stop() {
      leaving.current.abort()
      dispatch({ type: 'stop', at: Date.now() })
    },
  }
}
