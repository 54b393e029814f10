import { setTimeout as pause } from 'node:timers/promises'
import { ProviderFault } from '../faults/provider-fault.ts'

/** How often to retry, and how long to wait. */
interface RetryOptions {
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
  options: RetryOptions,
): Promise<Result> {
  const { retries, signal, firstPauseMs = 500, longestPauseMs = () => 60_000 } = options
  for (let tried = 0; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const mayPass = error instanceof ProviderFault && error.mayPass
      if (!mayPass || tried >= retries || signal.aborted) throw error
      const { retryAfterMs } = error
      const growingMs = firstPauseMs * 2 ** tried * (0.5 + Math.random())
      if ((retryAfterMs ?? growingMs) > longestPauseMs()) throw error
      // Never earlier than requested, and not together with all others who were told the same.
      const pauseMs = retryAfterMs === null ? growingMs : retryAfterMs * (1 + Math.random() / 10)
      // The reason of the provider is more useful than the fact that the wait was aborted.
      await pause(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
