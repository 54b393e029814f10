import type { RateClaim, RateLimiter, RateWindow, WindowState } from '../../http/shared/rate-limiter.ts'

/** Counts by key. */
export interface RequestCounter {
  read(key: string): Promise<number>
  /** Adds requests, or takes some back, and returns the count; it may be forgotten after so many seconds. */
  add(key: string, requests: number, seconds: number): Promise<number>
}

/**
 * Sliding windows over fixed ones, wherever those are counted: the sliding count is that of the current window plus the
 * share of the previous one that is still within reach. The clock must never jump: set back by an hour, it would count
 * the requests of that hour a second time.
 */
export function createSlidingWindows(
  counter: RequestCounter,
  now: () => number | Promise<number>,
): RateLimiter {
  const count = (claim: RateClaim, time: number, requests: number) =>
    counter.add(keyOf(claim, indexAt(time, claim.window)), requests, lifetimeOf(claim.window))

  async function stateOf(claim: RateClaim, time: number, spend: 0 | 1): Promise<WindowState> {
    const { window } = claim
    const index = indexAt(time, window)
    const [before, current] = await Promise.all([
      counter.read(keyOf(claim, index - 1)),
      spend === 1 ? count(claim, time, 1) : counter.read(keyOf(claim, index)),
    ])
    return slidingState({
      window,
      before,
      current: current - spend,
      elapsed: time - index * window.seconds * 1000,
      spend,
    })
  }

  return {
    async take(claims) {
      // One timestamp for everything: a window may end before a refusal is undone.
      const time = await now()
      const states = await Promise.all(claims.map((claim) => stateOf(claim, time, 1)))
      if (states.every(({ waitMs }) => waitMs === 0)) return states
      // Refused requests are not counted in any window.
      await Promise.all(claims.map((claim) => count(claim, time, -1)))
      return states
    },
    async charge(claims, requests) {
      const time = await now()
      await Promise.all(claims.map((claim) => count(claim, time, requests)))
    },
    async peek(claims) {
      const time = await now()
      return Promise.all(claims.map((claim) => stateOf(claim, time, 0)))
    },
  }
}

/** The number of the window that a time lies in. */
function indexAt(time: number, { seconds }: RateWindow): number {
  return Math.floor(time / (seconds * 1000))
}

function keyOf({ subject, window }: RateClaim, index: number): string {
  return `${subject}:${window.seconds}:${index}`
}

/** Two windows long: the previous one must still be known during the current one. */
function lifetimeOf({ seconds }: RateWindow): number {
  return 2 * seconds
}

interface Counts {
  window: RateWindow
  /** Requests in the previous window. */
  before: number
  /** Requests in the current window, without this one. */
  current: number
  elapsed: number
  spend: 0 | 1
}

/** The state of a sliding window when one more request arrives. */
function slidingState({ window, before, current, elapsed, spend }: Counts): WindowState {
  const length = window.seconds * 1000
  const used = before * (1 - elapsed / length) + current
  const allowed = used + 1 <= window.limit
  const waitMs = allowed ? 0 : waitUntilAllowed({ limit: window.limit, length, before, current, elapsed })
  return {
    window,
    remaining: Math.max(0, Math.floor(window.limit - used - (allowed ? spend : 0))),
    endsInMs: Math.max(length - elapsed, waitMs),
    waitMs,
  }
}

/** Milliseconds until enough older requests have left the window to allow one more. */
function waitUntilAllowed(counts: {
  limit: number
  length: number
  before: number
  current: number
  elapsed: number
}): number {
  const { limit, length, before, current, elapsed } = counts
  const room = limit - 1
  if (current <= room) return Math.max(1, length * (1 - (room - current) / before) - elapsed)
  return length - elapsed + Math.max(0, length * (1 - room / current))
}
