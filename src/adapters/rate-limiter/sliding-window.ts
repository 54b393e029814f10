import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RateClaim, RateLimiter, RateWindow, WindowState } from '../../http/shared/rate-limiter.ts'

/** A limiter of the library as a plain counter: it counts by key and forgets a key in time. */
export type RequestCounter = Pick<RateLimiterAbstract, 'get' | 'penalty' | 'reward'>

/** What a limiter of the library must be made with to serve as a counter: windows have their own limits and lengths. */
export const AS_COUNTER = { points: Number.MAX_SAFE_INTEGER, duration: 1 }

/**
 * Sliding windows over fixed ones, wherever those are counted: the sliding count is that of the current window plus the
 * share of the previous one that is still within reach.
 */
export function createSlidingWindows(counter: RequestCounter, now: () => number): RateLimiter {
  const count = (claim: RateClaim, time: number, requests: number) =>
    counter.penalty(keyOf(claim, indexAt(time, claim.window)), requests, lifetimeOf(claim.window))

  async function stateOf(claim: RateClaim, time: number, spend: 0 | 1): Promise<WindowState> {
    const { window } = claim
    const index = indexAt(time, window)
    const [before, current] = await Promise.all([
      counter.get(keyOf(claim, index - 1)),
      spend === 1 ? count(claim, time, 1) : counter.get(keyOf(claim, index)),
    ])
    return slidingState({
      window,
      before: before?.consumedPoints ?? 0,
      current: (current?.consumedPoints ?? 0) - spend,
      elapsed: time - index * window.seconds * 1000,
      time,
      spend,
    })
  }

  return {
    async take(claims) {
      // One timestamp for everything: a window may end before a refusal is undone.
      const time = now()
      const states = await Promise.all(claims.map((claim) => stateOf(claim, time, 1)))
      if (states.every(({ waitMs }) => waitMs === 0)) return states
      // Refused requests are not counted in any window.
      await Promise.all(
        claims.map((claim) =>
          counter.reward(keyOf(claim, indexAt(time, claim.window)), 1, lifetimeOf(claim.window)),
        ),
      )
      return states
    },
    async charge(claims, requests) {
      const time = now()
      await Promise.all(claims.map((claim) => count(claim, time, requests)))
    },
    peek(claims) {
      const time = now()
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
function lifetimeOf({ seconds }: RateWindow) {
  return { customDuration: 2 * seconds }
}

interface Counts {
  window: RateWindow
  /** Requests in the previous window. */
  before: number
  /** Requests in the current window, without this one. */
  current: number
  elapsed: number
  time: number
  spend: 0 | 1
}

/** The state of a sliding window when one more request arrives. */
function slidingState({ window, before, current, elapsed, time, spend }: Counts): WindowState {
  const length = window.seconds * 1000
  const used = before * (1 - elapsed / length) + current
  const allowed = used + 1 <= window.limit
  const waitMs = allowed ? 0 : waitUntilAllowed({ limit: window.limit, length, before, current, elapsed })
  return {
    window,
    remaining: Math.max(0, Math.floor(window.limit - used - (allowed ? spend : 0))),
    resetAt: time + Math.max(length - elapsed, waitMs),
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
