import { isTimeSensitive } from './time-sensitive.ts'

/** How long results live, in milliseconds. */
export interface CachePolicy {
  /** The longest life of a converged result in the cache. */
  timeToLiveMs: number
  /** Life of a result that did not converge. */
  unconvergedMs: number
  /** Life of the answer to a question about the present. */
  timeSensitiveMs: number
  /** How long a result can be looked up by its id and found as a similar query. */
  retentionMs: number
}

interface Admission {
  query: string
  reached: boolean
  answered: boolean
  wholePanel: boolean
}

/** The share of the time to live that chance takes off, so that what was stored together does not expire together. */
const JITTER = 0.1

/**
 * How long a result may be served to others; `chance` is from 0 to 1. A panel in which a model failed, or that had no
 * answer, is never served again: it says less than the caller would get by asking.
 */
export function servedForMs(
  { query, reached, answered, wholePanel }: Admission,
  policy: CachePolicy,
  chance: number,
): number {
  if (!wholePanel || !answered) return 0
  const lives = [policy.timeToLiveMs * (1 - JITTER * chance)]
  if (!reached) lives.push(policy.unconvergedMs)
  if (isTimeSensitive(query)) lives.push(policy.timeSensitiveMs)
  return Math.floor(Math.min(...lives))
}

/** The part of a request that decides whether another's result can serve it. */
export function panelFingerprint(panel: {
  models: string[]
  structure: string
  maxIterations: number
  compose: boolean
}): string {
  const { models, structure, maxIterations, compose } = panel
  return JSON.stringify([[...models].sort(), structure, maxIterations, compose])
}
