import { type RetryOptions, retryTries } from './retry-tries.ts'

/** Raised when one try had its time; a model that hangs once is not waited for again. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'
}

/** One try of a call, cut off when its time is over, however much has come by then. */
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

/** Tries a call again where that may help; each try has its own time. */
export function retryCall<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  { timeoutMs, ...options }: RetryOptions & { timeoutMs: number },
): Promise<Result> {
  return retryTries(() => timedTry(attempt, { timeoutMs, signal: options.signal }), options)
}
