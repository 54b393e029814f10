import type { RateClaim, RateLimiter, RateWindow, WindowState } from '../http/middleware/rate-limit.ts'

/** Counts requests in fixed windows, all that come together in one step; returns the counts in their order. */
type RequestCounter = (
  counted: Array<{
    /** The keys of the current window and of the one before. */
    key: string
    previousKey: string
    /** How many to add; none to look only, fewer than none to take some back. */
    requests: number
    /** After how many seconds they may be forgotten. */
    seconds: number
  }>,
) => Promise<WindowCounts[]>

export interface WindowCounts {
  current: number
  before: number
}

/**
 * Sliding windows over fixed ones, wherever those are counted: the sliding count is that of the current window plus the
 * share of the previous one that is still within reach. The clock must never jump: set back by an hour, it would count
 * the requests of that hour a second time.
 */
export function createSlidingWindows(
  count: RequestCounter,
  now: () => number | Promise<number>,
): RateLimiter {
  const countAt = (time: number, claims: RateClaim[], requests: number) =>
    count(
      claims.map(({ subject, window: { seconds } }) => {
        const index = Math.floor(time / (1000 * seconds))
        const keyOf = (window: number) => `${subject}:${seconds}:${window}`
        // Two windows long: the previous one must still be known during the current one.
        return { key: keyOf(index), previousKey: keyOf(index - 1), requests, seconds: 2 * seconds }
      }),
    )

  async function statesAt(time: number, claims: RateClaim[], spend: 0 | 1): Promise<WindowState[]> {
    const counts = await countAt(time, claims, spend)
    return counts.map(({ current, before }, place) => {
      const { window } = claims[place]!
      return slidingState(
        window,
        { before, current: current - spend, elapsed: time % (1000 * window.seconds) },
        spend,
      )
    })
  }

  return {
    async take(claims) {
      // One timestamp for everything: a window may end before a refusal is undone.
      const time = await now()
      const states = await statesAt(time, claims, 1)
      // Refused requests are not counted in any window.
      if (states.some(({ waitMs }) => waitMs > 0)) await countAt(time, claims, -1)
      return states
    },
    async charge(claims, requests) {
      await countAt(await now(), claims, requests)
    },
    peek: async (claims) => statesAt(await now(), claims, 0),
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

  return createSlidingWindows(async (counted) => {
    tidyUp()
    return counted.map(({ key, previousKey, requests, seconds }) => {
      const current = countOf(key) + requests
      if (requests !== 0) counts.set(key, { requests: current, until: now() + 1000 * seconds })
      return { current, before: countOf(previousKey) }
    })
  }, now)
}
