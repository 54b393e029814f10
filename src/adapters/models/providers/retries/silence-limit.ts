import { setImmediate as nextTurn } from 'node:timers/promises'
import { ProviderFault } from '../faults/provider-fault.ts'
import { TryTimedOut } from './try-timed-out.ts'

/** A limit on how long a call may be silent. */
export interface SilenceLimit {
  /** Part of the reply arrived. */
  onArrival(): void
  /** The call is over. */
  end(): void
}

/**
 * Starts such a limit; it gives the reason when nothing has arrived for too long. Silence before anything has arrived is a
 * timeout like any; afterwards the reply has broken off, which is a temporary fault.
 */
export function silenceLimit(limitMs: number, onSilence: (reason: Error) => void): SilenceLimit {
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
      if (arrivedAt === null) onSilence(new TryTimedOut())
      else if (arrivedAt < watchedSince) onSilence(brokenOff())
      else watch(Math.max(1, Math.ceil(arrivedAt + limitMs - performance.now())))
    }, milliseconds)
  }

  watch(limitMs)
  return {
    onArrival() {
      arrivedAt = performance.now()
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

function brokenOff(): ProviderFault {
  return new ProviderFault('timeout', 'The model fell silent in the middle of its reply.')
}
