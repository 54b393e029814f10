import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { ProviderFault } from '../faults/provider-fault.ts'
import { retryAfter } from './retry-after.ts'

/** How often and how patiently a call is tried again. */
export interface RetryOptions {
  retries: number
  signal: AbortSignal
  /** Before the first further try, when the provider does not say; it doubles from try to try. */
  firstPauseMs?: number
  /** Whoever asks to be left alone for longer is given up at once. */
  longestPauseMs?: () => number
}

/** Tries again where that may help, after the time the provider asks for or a growing one, with jitter. */
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
      // Never earlier than asked for, and not together with all who were told the same.
      const pauseMs = hint.afterMs === null ? growingMs : hint.afterMs * (1 + Math.random() / 10)
      // The provider's own reason is worth more than that the waiting was cut short.
      await pause(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** How long the provider asks to wait before another try; null when another would not help. */
function retryHint(error: unknown): { afterMs: number | null } | null {
  if (error instanceof ProviderFault) return error.mayPass ? { afterMs: error.retryAfterMs } : null
  if (!APICallError.isInstance(error) || !error.isRetryable) return null
  return { afterMs: retryAfter(new Headers(error.responseHeaders)) }
}
