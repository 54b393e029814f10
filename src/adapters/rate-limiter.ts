import type { RateClaim, RateLimiter, RateWindow, WindowState } from '../http/middleware/rate-limit.ts'

/**
 * Counts requests in fixed windows, so many for each claim: none to look only, fewer than none to take some back. Returns
 * the counts in the order of the claims, and the time they are of, which is now unless it is given.
 */
type RequestCounter = (
  claims: RateClaim[],
  requests: number,
  at?: number,
) => Promise<{ time: number; counts: WindowCounts[] }>

export interface WindowCounts {
  current: number
  before: number
}

/** For how many windows a count is kept: that of the previous one must still be known during the current one. */
export const WINDOWS_KEPT = 2

/**
 * Sliding windows over fixed ones, wherever those are counted: the sliding count is that of the current window plus the
 * share of the previous one that is still within reach. The clock must never jump: set back by an hour, it would count
 * the requests of that hour a second time.
 */
export function createSlidingWindows(count: RequestCounter): RateLimiter {
  async function countAndSee(claims: RateClaim[], spend: 0 | 1) {
    const { time, counts } = await count(claims, spend)
    const states = counts.map(({ current, before }, place) => {
      const { window } = claims[place]!
      const usage = { before, current: current - spend, elapsed: time % (1000 * window.seconds) }
      return slidingState(window, usage, spend)
    })
    return { time, states }
  }

  return {
    async take(claims) {
      const { time, states } = await countAndSee(claims, 1)
      // Refused requests are not counted in any window. At the same time: a window may have ended since.
      if (states.some(({ waitMs }) => waitMs > 0)) await count(claims, -1, time)
      return states
    },
    async charge(claims, requests) {
      await count(claims, requests)
    },
    peek: async (claims) => (await countAndSee(claims, 0)).states,
  }
}

/** The counts when one more request arrives, without it, and how much of the current window is over. */
interface WindowUse extends WindowCounts {
  elapsed: number
}

function slidingState(window: RateWindow, usage: WindowUse, spend: 0 | 1): WindowState {
  const length = 1000 * window.seconds
  const used = usage.before * (1 - usage.elapsed / length) + usage.current
  const isAllowed = used + 1 <= window.limit
  const waitMs = isAllowed ? 0 : waitUntilAllowed(length, window.limit - 1, usage)
  return {
    window,
    remaining: Math.max(0, Math.floor(window.limit - used - (isAllowed ? spend : 0))),
    endsInMs: Math.max(length - usage.elapsed, waitMs),
    waitMs,
  }
}

/** Milliseconds until enough older requests have left the window to make room for one more. */
function waitUntilAllowed(length: number, room: number, { before, current, elapsed }: WindowUse): number {
  if (current <= room) return Math.max(1, length * (1 - (room - current) / before) - elapsed)
  return length - elapsed + Math.max(0, length * (1 - room / current))
}

const TIDY_EVERY_MS = 60_000

/** The requests in each window, and when they may be forgotten. */
export type Counts = Map<string, { requests: number; until: number }>

/** Sliding windows for one process, which counts in what it is given. */
export function createMemoryRateLimiter(now: () => number, counts: Counts = new Map()): RateLimiter {
  const countOf = (key: string) => counts.get(key)?.requests ?? 0
  let tidiedAt = now()

  function tidyUp(): void {
    if (now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = now()
    for (const [key, { until }] of counts) if (until <= tidiedAt) counts.delete(key)
  }

  return createSlidingWindows(async (claims, requests, time = now()) => {
    tidyUp()
    const counted = claims.map(({ subject, window: { seconds } }) => {
      const index = Math.floor(time / (1000 * seconds))
      const key = `${subject}:${seconds}:${index}`
      const current = countOf(key) + requests
      if (requests !== 0) counts.set(key, { requests: current, until: now() + WINDOWS_KEPT * 1000 * seconds })
      return { current, before: countOf(`${subject}:${seconds}:${index - 1}`) }
    })
    return { time, counts: counted }
  })
}
