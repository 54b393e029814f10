import { PROMPTS_VERSION } from '../engine/prompts.ts'

/** How long results live, in milliseconds. */
export interface CachePolicy {
  /** Life of a converged result in the cache. */
  timeToLiveMs: number
  /** Life of a result that did not converge. */
  unconvergedMs: number
  /** How long a result can be looked up by its id and found as a similar query. */
  retentionMs: number
}

interface Admission {
  reached: boolean
  answered: boolean
  wholePanel: boolean
}

/**
 * Until when a result may be served to others. A panel in which a model failed, or that had no answer, is
 * never served again: it says less than the caller would get by asking.
 */
export function servedUntil(
  now: number,
  { reached, answered, wholePanel }: Admission,
  policy: CachePolicy,
): number {
  if (!wholePanel || !answered) return now
  return now + (reached ? policy.timeToLiveMs : Math.min(policy.unconvergedMs, policy.timeToLiveMs))
}

/** The part of a request that decides whether another's result can serve it, with the prompts it was made with. */
export function panelFingerprint(panel: {
  models: string[]
  structure: string
  maxIterations: number
  compose: boolean
}): string {
  const { models, structure, maxIterations, compose } = panel
  return JSON.stringify([[...models].sort(), structure, maxIterations, compose, PROMPTS_VERSION])
}
