import { useCallback, useEffect, useState } from 'preact/hooks'
import type { DryRunResponse, EdgeRequest } from '../../../src/client/index.ts'
import { type Problem, problemOf } from '../api/problem.ts'
import { remember } from '../api/remember.ts'
import { useSession } from '../api/session.ts'

/** What a request would cost at most, or why it would be refused. */
export interface Estimate {
  estimate: DryRunResponse | null
  problem: Problem | null
}

const NOTHING: Estimate = { estimate: null, problem: null }

/** Each estimate counts as a request, so it waits until nobody has changed anything for a while. */
const REST_MS = 900
/** How many characters more or less are worth another estimate. */
const STEP_CHARACTERS = 2000
/** Stands for the question that is not typed yet. */
const TYPICAL_QUESTION = 'What is the speed of light in a vacuum?'

/** Asks the service what a request would cost: at first for a typical question, then when who or what is asked changes. */
export function useEstimate(request: EdgeRequest): Estimate & { again: () => void } {
  const { edge } = useSession()
  const [{ asked, ...state }, setState] = useState({ ...NOTHING, asked: '' })
  const [isFirst, setFirst] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const { query, ...options } = request
  const who = JSON.stringify([request.models, request.samples])
  const what = JSON.stringify([options, Math.floor(query.length / STEP_CHARACTERS)])
  useEffect(() => {
    const leaving = new AbortController()
    const body = { ...options, query: query || TYPICAL_QUESTION }
    const timer = setTimeout(
      () => {
        setFirst(false)
        remember(edge, what, () => edge.dryRun(body)).then(
          (estimate) => leaving.signal.aborted || setState({ estimate, problem: null, asked: who }),
          (error) =>
            leaving.signal.aborted || setState({ estimate: null, problem: problemOf(error), asked: who }),
        )
      },
      isFirst ? 0 : REST_MS,
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [edge, what, attempt])
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  // What was said of other models is not true of these.
  return { ...(asked === who ? state : NOTHING), again }
}
