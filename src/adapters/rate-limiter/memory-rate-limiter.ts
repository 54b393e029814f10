import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateClaim, RateLimiter, RateWindow, WindowState } from '../../http/shared/rate-limiter.ts'

/**
 * Sliding windows for one process. The library counts requests in fixed windows and forgets them in time; the sliding
 * count is that of the current window plus the share of the previous one that is still within reach.
 */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const counters = new Map<number, RateLimiterMemory>()
  const counterFor = ({ seconds }: RateWindow): RateLimiterMemory => {
    // Two windows long: the previous one must still be known during the current one.
    const counter =
      counters.get(seconds) ??
      new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 2 * seconds })
    counters.set(seconds, counter)
    return counter
  }

  async function stateOf({ subject, window }: RateClaim, time: number, spend: 0 | 1): Promise<WindowState> {
    const counter = counterFor(window)
    const length = window.seconds * 1000
    const index = Math.floor(time / length)
    const before = (await counter.get(`${subject}:${index - 1}`))?.consumedPoints ?? 0
    const key = `${subject}:${index}`
    const current =
      (spend === 1 ? await counter.penalty(key, 1) : await counter.get(key))?.consumedPoints ?? 0
    return slidingState({
      window,
      before,
      current: current - spend,
      elapsed: time - index * length,
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
        claims.map(({ subject, window }) => counterFor(window).reward(keyAt(subject, window, time), 1)),
      )
      return states
    },
    async charge(claims, requests) {
      const time = now()
      await Promise.all(
        claims.map(({ subject, window }) =>
          counterFor(window).penalty(keyAt(subject, window, time), requests),
        ),
      )
    },
    peek(claims) {
      const time = now()
      return Promise.all(claims.map((claim) => stateOf(claim, time, 0)))
    },
  }
}

/** The key of a subject's window at a time. */
function keyAt(subject: string, { seconds }: RateWindow, time: number): string {
  return `${subject}:${Math.floor(time / (seconds * 1000))}`
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
