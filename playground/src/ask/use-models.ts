import { useCallback, useEffect, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { type Problem, problemOf } from '../api/problem.ts'
import { remember } from '../api/remember.ts'
import { useSession } from '../api/session.ts'

/** The models that can be asked, as the service lists them. */
export type Models = Awaited<ReturnType<EdgeClient['models']>>

interface Listed {
  models: Models | null
  problem: Problem | null
}

/** Fetches the list of models when the page opens, with another key, and after a failure when told to. */
export function useModels(): Listed & { again: () => void } {
  const { edge } = useSession()
  const [state, setState] = useState<Listed>({ models: null, problem: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    remember(edge, 'models', () => edge.models()).then(
      (models) => leaving.signal.aborted || setState({ models, problem: null }),
      (error) => leaving.signal.aborted || setState({ models: null, problem: problemOf(error) }),
    )
    return () => leaving.abort()
  }, [edge, attempt])
  const again = useCallback(() => {
    setState({ models: null, problem: null })
    setAttempt((before) => before + 1)
  }, [])
  return { ...state, again }
}
