import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_PAUSE_MS = 15 * 60 * 1000

interface Trying {
  /** Doubled after every fault, up to a quarter of an hour. */
  firstPauseMs: number
  signal: AbortSignal
  onFault: (error: unknown) => void
}

/** Does work again after growing pauses until it succeeds; ends with the signal's reason when that comes first. */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  { firstPauseMs, signal, onFault }: Trying,
): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      onFault(error)
      await pause(pauseMs, undefined, { signal, ref: false })
    }
  }
}
