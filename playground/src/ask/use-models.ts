import { useEffect, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { type Problem, problemOf } from '../api/problem.ts'

/** The models that can be asked, as the service lists them. */
export type Models = Awaited<ReturnType<EdgeClient['models']>>

/** Fetches the list of models when the page opens, and again with another key. */
export function useModels(edge: EdgeClient): { models: Models | null; problem: Problem | null } {
  const [state, setState] = useState<{ models: Models | null; problem: Problem | null }>({
    models: null,
    problem: null,
  })
  useEffect(() => {
    const leaving = new AbortController()
    edge.models({ signal: leaving.signal }).then(
      (models) => setState({ models, problem: null }),
      (error) => leaving.signal.aborted || setState({ models: null, problem: problemOf(error) }),
    )
    return () => leaving.abort()
  }, [edge])
  return state
}
