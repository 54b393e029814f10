import { ProviderFault } from '../faults/provider-fault.ts'
import { type RetryOptions, retryTries } from './retry-tries.ts'
import { silenceLimit } from './silence-limit.ts'

/** Thrown when one attempt timed out; a model that hangs is not retried. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'
}

interface TimeLimit {
  timeoutMs: number
  signal: AbortSignal
  /** Whether the limit is on the whole attempt, however much has arrived by then, or on each silence within it. */
  limits?: 'whole' | 'silence'
}

/** One attempt of a call, aborted when its time is up. */
export async function timedTry<Result>(
  attempt: (signal: AbortSignal, onArrival: () => void) => PromiseLike<Result>,
  { timeoutMs, signal, limits = 'whole' }: TimeLimit,
): Promise<Result> {
  const limit =
    limits === 'silence'
      ? silenceLimit(timeoutMs)
      : { signal: AbortSignal.timeout(timeoutMs), onArrival: () => {} }
  try {
    return await attempt(AbortSignal.any([signal, limit.signal]), limit.onArrival)
  } catch (error) {
    if (!limit.signal.aborted || signal.aborted) throw error
    if (limit.signal.reason instanceof ProviderFault) throw limit.signal.reason
    throw new TryTimedOut('The model did not answer in time.')
  }
}

/** Retries a call when that may help; each attempt has its own time limit. */
export function retryCall<Result>(
  attempt: (signal: AbortSignal) => PromiseLike<Result>,
  { timeoutMs, ...options }: RetryOptions & { timeoutMs: number },
): Promise<Result> {
  return retryTries(() => timedTry(attempt, { timeoutMs, signal: options.signal }), options)
}
