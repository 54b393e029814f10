import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'

interface RetryOptions {
  retries: number
  /** Time for each try by itself. */
  timeoutMs: number
  signal: AbortSignal
}

/** Raised when one try had its time; a model that hangs once is not waited for again. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/** Tries a call again where that may help, after the time the provider asks for or a growing one with jitter. */
export async function retryCall<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  { retries, timeoutMs, signal }: RetryOptions,
): Promise<Result> {
  for (let tried = 0; ; tried++) {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await attempt(AbortSignal.any([signal, timeout]))
    } catch (error) {
      if (timeout.aborted && !signal.aborted) throw new TryTimedOut('The model did not answer in time.')
      const mayHelp = APICallError.isInstance(error) && error.isRetryable
      if (!mayHelp || tried >= retries || signal.aborted) throw error
      // The provider's own reason is worth more than that the waiting was cut short.
      await pause(pauseAfter(error, tried), undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

function pauseAfter({ responseHeaders }: APICallError, tried: number): number {
  const asked = retryAfterMs(responseHeaders ?? {})
  const growing = FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random())
  return Math.min(LONGEST_PAUSE_MS, asked ?? growing)
}

/** What Retry-After asks for: milliseconds, seconds, or a date. */
function retryAfterMs(headers: Record<string, string>): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const after = headers['retry-after']
  if (after === undefined) return null
  const seconds = Number(after)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
