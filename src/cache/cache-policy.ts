import { isTimeSensitive } from './time-sensitive.ts'

/** How long results live, in milliseconds. */
export interface CachePolicy {
  /** The maximum lifetime of a converged result. */
  timeToLiveMs: number
  /** The lifetime of a result that did not converge. */
  unconvergedMs: number
  /** The lifetime of an answer to a time-sensitive question. */
  timeSensitiveMs: number
  /** How long a result can be retrieved by its id and listed as a similar query. */
  retentionMs: number
}

interface Admission {
  query: string
  reached: boolean
  answered: boolean
  wholePanel: boolean
}

/** The maximum share of the lifetime taken off at random, so that results stored together do not expire together. */
const JITTER = 0.1

/**
 * How long a result may be served to others; `chance` is from 0 to 1. A result is never served when a model of its panel
 * failed or the panel had no answer: asking again would give the caller more.
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
