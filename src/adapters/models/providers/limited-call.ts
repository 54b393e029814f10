import type { FairQueue } from '../../scheduling/fair-queue.ts'
import { callFailure } from './faults/call-failure.ts'
import { retryTries } from './retries/retry-tries.ts'
import { timedTry } from './retries/timed-try.ts'
import { createSpending, type Spending } from './spending.ts'

/** What all calls have in common. */
export interface CallLimits {
  /** The time limit of each attempt, measured from when it is sent, or of each silence within it. */
  timeoutMs: number
  retries: number
  firstPauseMs?: number
  now: () => number
  queue: FairQueue
}

interface Call extends CallLimits {
  /** The model, for warnings. */
  name: string
  apiKey: string
  /** Who takes turns with others in the queue. */
  owner: object
  signal: AbortSignal
  limits: 'whole' | 'silence'
  longestPauseMs?: () => number
}

/** One attempt of a call: its own signal, what to call when something arrives, and where its cost is counted. */
export interface Attempt {
  signal: AbortSignal
  onArrival: () => void
  spending: Spending
}

/** Makes a call with limits on concurrency, time and retries; it fails with a ModelFailure. */
export async function limitedCall<Result>(
  attempt: (attempt: Attempt) => Promise<Result>,
  { name, apiKey, now, queue, owner, signal, timeoutMs, limits, ...retrying }: Call,
): Promise<{ result: Result; spending: Spending }> {
  const spending = createSpending(name, now)
  const inTurn = () =>
    queue.run({ owner, signal }, () => {
      spending.begin()
      return timedTry((own, onArrival) => attempt({ signal: own, onArrival, spending }), {
        ...{ timeoutMs, signal, limits },
      })
    })
  try {
    // A pause between attempts does not occupy a place in the queue.
    return { result: await retryTries(inTurn, { signal, ...retrying }), spending }
  } catch (error) {
    throw callFailure(error, { apiKey, signal, spent: spending.known() })
  }
}
