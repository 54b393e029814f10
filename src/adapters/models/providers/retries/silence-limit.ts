import { setImmediate as nextTurn } from 'node:timers/promises'
import { ProviderFault } from '../faults/provider-fault.ts'

/** A limit on how long a call may be silent. */
export interface SilenceLimit {
  /** Aborts when nothing has arrived for too long. */
  signal: AbortSignal
  /** Part of the reply arrived. */
  onArrival(): void
}

/**
 * Starts such a limit. Silence before anything has arrived aborts like any timeout; afterwards the reply has broken off,
 * which is a temporary fault.
 */
export function silenceLimit(limitMs: number): SilenceLimit {
  const controller = new AbortController()
  let arrivedAt: number | null = null

  function watch(milliseconds: number): void {
    const watchedSince = performance.now()
    // One timer per period of silence, however many pieces arrive: each period ends with a look at the last arrival.
    const timer = AbortSignal.timeout(milliseconds)
    timer.addEventListener('abort', async () => {
      // If this process was busy, what has arrived meanwhile is read first.
      await nextTurn()
      if (arrivedAt === null) controller.abort(timer.reason)
      else if (arrivedAt < watchedSince) controller.abort(brokenOff())
      else watch(Math.max(1, Math.ceil(arrivedAt + limitMs - performance.now())))
    })
  }

  watch(limitMs)
  return {
    signal: controller.signal,
    onArrival() {
      arrivedAt = performance.now()
    },
  }
}

function brokenOff(): ProviderFault {
  return new ProviderFault('timeout', 'The model fell silent in the middle of its reply.')
}
