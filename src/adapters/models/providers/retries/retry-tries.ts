import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { ProviderFault } from '../faults/provider-fault.ts'
import { retryAfter } from './retry-after.ts'

/** How often to retry, and how long to wait. */
export interface RetryOptions {
  retries: number
  signal: AbortSignal
  /** The pause before the first retry if the provider does not say; it doubles with each retry. */
  firstPauseMs?: number
  /** If the provider asks for a longer wait, the call fails at once. */
  longestPauseMs?: () => number
}

/** Retries when that may help, after the time the provider asks for or a growing one, with jitter. */
export async function retryTries<Result>(
  attempt: () => PromiseLike<Result>,
  { retries, signal, firstPauseMs = 500, longestPauseMs = () => 60_000 }: RetryOptions,
): Promise<Result> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const hint = retryHint(error)
      if (hint === null || tried >= retries || signal.aborted) throw error
      const growingMs = firstPauseMs * 2 ** tried * (0.5 + Math.random())
      if ((hint.afterMs ?? growingMs) > longestPauseMs()) throw error
      // Never earlier than requested, and not together with all others who were told the same.
      const pauseMs = hint.afterMs === null ? growingMs : hint.afterMs * (1 + Math.random() / 10)
      // The reason of the provider is more useful than the fact that the wait was aborted.
      await pause(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** How long the provider asks to wait before a retry; null when a retry would not help. */
function retryHint(error: unknown): { afterMs: number | null } | null {
  if (error instanceof ProviderFault) return error.mayPass ? { afterMs: error.retryAfterMs } : null
  if (!APICallError.isInstance(error) || !error.isRetryable) return null
  return { afterMs: retryAfter(new Headers(error.responseHeaders)) }
}
