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

const byClock = { signal: AbortSignal.timeout.bind(AbortSignal), timer: globalThis.setTimeout }
const limits = new Map<number, Array<() => void>>()
/** Nothing else takes so long. */
const LONG_MS = 3_000_000
let next = LONG_MS

/** Makes a time limit; each has a duration of its own, by which `AbortSignal.timeout` or, for a long one, `setTimeout` knows it. */
export function timeLimit(timeoutMs = next++): TimeLimit {
  const set: Array<() => void> = []
  limits.set(timeoutMs, set)
  AbortSignal.timeout = (milliseconds) => {
    const known = limits.get(milliseconds)
    if (known === undefined) return byClock.signal(milliseconds)
    const controller = new AbortController()
    known.push(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')))
    return controller.signal
  }
  // Where timers are faked, the test itself says when their time is over.
  if ('clock' in globalThis.setTimeout) return limitOf(timeoutMs, set)
  globalThis.setTimeout = Object.assign((callback: () => void, milliseconds?: number, ...rest: []) => {
    const timer = byClock.timer(callback, milliseconds, ...rest)
    if ((milliseconds ?? 0) >= LONG_MS) limits.get(milliseconds!)?.push(callback)
    return timer
  }, byClock.timer) as typeof setTimeout
  return limitOf(timeoutMs, set)
}

function limitOf(timeoutMs: number, set: Array<() => void>): TimeLimit {
  return {
    timeoutMs,
    started: () => set.length,
    end() {
      for (const over of set) over()
    },
  }
}
