import { linkedAbort } from '../../../../utils/linked-abort.ts'
import { type SilenceLimit, silenceLimit } from './silence-limit.ts'
import { TryTimedOut } from './try-timed-out.ts'

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
  const stop = (reason: Error) => controller.abort(reason)
  const limit = limits === 'silence' ? silenceLimit(timeoutMs, stop) : wholeLimit(timeoutMs, stop)
  try {
    return await attempt(signal, limit.onArrival)
  } catch (error) {
    // Whatever the attempt made of it, its time is what ended it.
    throw signal.aborted ? signal.reason : error
  } finally {
    limit.end()
    release()
  }
}

/** A limit on a whole attempt, whatever arrives. */
function wholeLimit(limitMs: number, onEnd: (reason: Error) => void): SilenceLimit {
  const timer = setTimeout(() => onEnd(new TryTimedOut()), limitMs)
  return { onArrival() {}, end: () => clearTimeout(timer) }
}
