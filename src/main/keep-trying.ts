import { setTimeout as pause } from 'node:timers/promises'

interface Trying {
  pauseMs: number
  signal: AbortSignal
  onFault: (error: unknown) => void
}

/** Does work again after a pause until it succeeds; ends with the signal's reason when that comes first. */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  { pauseMs, signal, onFault }: Trying,
): Promise<Result> {
  for (;;) {
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
