import { setTimeout as pause } from 'node:timers/promises'

const QUARTER_OF_AN_HOUR_MS = 15 * 60 * 1000

interface Trying {
  /** Doubled after every failure, up to longestPauseMs. */
  firstPauseMs: number
  longestPauseMs?: number
  signal: AbortSignal
  /** Called with every failure; throwing from it stops the retries. */
  onFault: (error: unknown) => void
}

/** Retries work with growing pauses until it succeeds; rejects with the reason of the signal if that aborts first. */
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
