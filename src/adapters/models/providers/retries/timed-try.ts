import { setImmediate as nextTurn } from 'node:timers/promises'
import { linkedAbort } from '../../../../utils/linked-abort.ts'
import { ProviderFault } from '../faults/provider-fault.ts'

/** Thrown when one attempt timed out; a model that hangs is not retried. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'

  constructor() {
    super('The model did not answer in time.')
  }
}

interface TimeLimit {
  timeoutMs: number
  /** Aborts the attempt as well. */
  signal: AbortSignal
  /** Whether the limit is on the whole attempt, however much has arrived by then, or on each silence within it. */
  limits?: 'whole' | 'silence'
}

/** One attempt of a call, with a signal of its own, which aborts when its time is up. */
export async function timedTry<Result>(
  attempt: (signal: AbortSignal, onArrival: () => void) => PromiseLike<Result>,
  { timeoutMs, signal: outer, limits = 'whole' }: TimeLimit,
): Promise<Result> {
  const { controller, release } = linkedAbort(outer)
  const { signal } = controller
  const { onArrival, end } = silenceLimit(timeoutMs, (reason) => controller.abort(reason))
  try {
    return await attempt(signal, limits === 'silence' ? onArrival : () => {})
  } catch (error) {
    // Whatever the attempt made of it, its time is what ended it.
    throw signal.aborted ? signal.reason : error
  } finally {
    end()
    release()
  }
}

/** A limit on how long a call may be silent. */
interface SilenceLimit {
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
