import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { createMemoryCounter } from './memory-counter.ts'
import { createSlidingWindows } from './sliding-window.ts'

/** Sliding windows for one process. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  return createSlidingWindows(createMemoryCounter(now), now)
}
