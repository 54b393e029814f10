import { setTimeout as pause } from 'node:timers/promises'

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000

interface Trying {
  /** Doubled after every fault, up to the longest. */
  firstPauseMs: number
  longestPauseMs?: number
  signal: AbortSignal
  /** Hears of every fault; what it throws ends the trying. */
  onFault: (error: unknown) => void
}

/** Does work again after growing pauses until it succeeds; ends with the signal's reason when that comes first. */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  { firstPauseMs, longestPauseMs = QUARTER_OF_AN_HOUR_MS, signal, onFault }: Trying,
): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      onFault(error)
      await pause(pauseMs, undefined, { signal })
    }
  }
}
