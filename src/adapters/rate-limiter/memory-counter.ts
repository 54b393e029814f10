import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { createSlidingWindows, type RequestCounter } from './sliding-window.ts'

/** How often counts that may be forgotten are. */
const TIDY_EVERY_MS = 60_000

/** Counts requests in the memory of this process, by a clock that never jumps. */
export function createMemoryCounter(now: () => number): RequestCounter {
  const counts = new Map<string, { requests: number; until: number }>()
  const countOf = (key: string) => counts.get(key)?.requests ?? 0
  let tidiedAt = now()

  function tidyUp(): void {
    if (now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = now()
    for (const [key, { until }] of counts) if (until <= tidiedAt) counts.delete(key)
  }

  return async (counted) => {
    tidyUp()
    return counted.map(({ key, previousKey, requests, seconds }) => {
      const current = countOf(key) + requests
      if (requests !== 0) counts.set(key, { requests: current, until: now() + 1000 * seconds })
      return { current, before: countOf(previousKey) }
    })
  }
}

/** Sliding windows for one process. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  return createSlidingWindows(createMemoryCounter(now), now)
}
