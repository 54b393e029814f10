import { type RetryOptions, retryTries } from './retry-tries.ts'

/** Thrown when one attempt timed out; a model that hangs is not retried. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'
}

/** One attempt of a call, aborted when its time is up, however much has arrived by then. */
export async function timedTry<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Result> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await attempt(AbortSignal.any([signal, timeout]))
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw new TryTimedOut('The model did not answer in time.')
    throw error
  }
}

/** Retries a call when that may help; each attempt has its own time limit. */
export function retryCall<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  { timeoutMs, ...options }: RetryOptions & { timeoutMs: number },
): Promise<Result> {
  return retryTries(() => timedTry(attempt, { timeoutMs, signal: options.signal }), options)
}
