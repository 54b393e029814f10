import { useEffect, useState } from 'preact/hooks'
import type { DryRunResponse, EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { type Problem, problemOf } from '../api/problem.ts'

/** What a request would cost at most, or why it would be refused. */
export interface Estimate {
  estimate: DryRunResponse | null
  problem: Problem | null
}

const NOTHING: Estimate = { estimate: null, problem: null }

/** Each estimate counts as a request, so it waits until nobody has typed for a while. */
const REST_MS = 900

/** Asks the service what a request would cost, once the form rests. */
export function useEstimate(edge: EdgeClient, request: EdgeRequest): Estimate {
  const [state, setState] = useState(NOTHING)
  const body = JSON.stringify(request)
  useEffect(() => {
    setState(NOTHING)
    if (request.query === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      edge.dryRun(JSON.parse(body), { signal: leaving.signal }).then(
        (estimate) => setState({ estimate, problem: null }),
        (error) => leaving.signal.aborted || setState({ estimate: null, problem: problemOf(error) }),
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [edge, body])
  return state
}
