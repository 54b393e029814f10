import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { linkedAbort } from '../../../utils/time-limits.ts'
import { ProviderFault } from './provider-fault.ts'

/** The reason of an attempt that timed out; a model that hangs is not retried. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'
  override message = 'The model did not answer in time.'
}

interface TimeLimit {
  timeoutMs: number
  signal: AbortSignal
  /** Whether the limit is on the whole attempt, however much has arrived by then, or on each silence within it. */
  limits?: 'whole' | 'silence'
}

export type Deadline = ReturnType<typeof startDeadline>

/** Starts the time of an attempt. Silence before anything has arrived is a timeout, and later a temporary fault. */
export function startDeadline({ timeoutMs, signal, limits = 'whole' }: TimeLimit) {
  const { controller, release } = linkedAbort(signal)
  let arrivedAt: number | null = null
  let timer: NodeJS.Timeout
  let isOver = false

  function watch(milliseconds: number): void {
    const watchedSince = performance.now()
    // One timer per period of silence, however many pieces arrive: each period ends with a look at the last arrival.
    timer = setTimeout(async () => {
      // If this process was busy, what has arrived meanwhile is read first.
      await nextTurn()
      if (isOver) return
      if (arrivedAt === null) controller.abort(new TryTimedOut())
      else if (arrivedAt < watchedSince)
        controller.abort(new ProviderFault('timeout', 'The model fell silent in the middle of its reply.'))
      else watch(Math.max(1, Math.ceil(arrivedAt + timeoutMs - performance.now())))
    }, milliseconds)
  }

  watch(timeoutMs)
  return {
    /** Aborts when the time is up, with the reason, or when the caller's signal does. */
    signal: controller.signal,
    onArrival() {
      if (limits === 'silence') arrivedAt = performance.now()
    },
    end() {
      isOver = true
      clearTimeout(timer)
      release()
    },
  }
}

interface RetryOptions {
  retries: number
  signal: AbortSignal
  /** The pause before the first retry if the provider does not say; it doubles with each retry. */
  firstPauseMs?: number | undefined
  /** If the provider asks for a longer wait, the call fails at once. */
  longestPauseMs?: number
}

/** How long to wait before another attempt, as the provider asks or ever longer; null when none is to be made. */
export function retryPause(
  fault: unknown,
  tried: number,
  { retries, signal, firstPauseMs = 500, longestPauseMs = 60_000 }: RetryOptions,
): number | null {
  const mayPass = fault instanceof ProviderFault && fault.mayPass
  if (!mayPass || tried >= retries || signal.aborted) return null
  const { retryAfterMs } = fault
  const growingMs = firstPauseMs * 2 ** tried * (0.5 + Math.random())
  if ((retryAfterMs ?? growingMs) > longestPauseMs) return null
  // Never earlier than requested, and not together with all others who were told the same.
  return retryAfterMs === null ? growingMs : retryAfterMs * (1 + Math.random() / 10)
}

/** Waits before another attempt; false when none is to be made. */
export async function pauseBeforeRetry(
  fault: unknown,
  tried: number,
  options: RetryOptions,
): Promise<boolean> {
  const pauseMs = retryPause(fault, tried, options)
  return pauseMs !== null && (await pause(pauseMs, true, { signal: options.signal }).catch(() => false))
}
