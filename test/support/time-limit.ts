/**
 * A time limit that is over when the test says so, however fast or slow the machine is. For a limit on silence, that is
 * so until the reply has begun.
 */
export interface TimeLimit {
  /** The duration that stands for it in settings. */
  timeoutMs: number
  /** How often it was set. */
  started(): number
  /** Ends the time of all it was set for. */
  end(): void
}

const byClock = AbortSignal.timeout.bind(AbortSignal)
const limits = new Map<number, AbortController[]>()
let next = 3_000_000

/** Makes a time limit; each has a duration of its own, by which `AbortSignal.timeout` knows it. */
export function timeLimit(timeoutMs = next++): TimeLimit {
  const set: AbortController[] = []
  limits.set(timeoutMs, set)
  AbortSignal.timeout = (milliseconds) => {
    const known = limits.get(milliseconds)
    if (known === undefined) return byClock(milliseconds)
    const controller = new AbortController()
    known.push(controller)
    return controller.signal
  }
  return {
    timeoutMs,
    started: () => set.length,
    end() {
      for (const controller of set) controller.abort(new DOMException('The time is over.', 'TimeoutError'))
    },
  }
}
