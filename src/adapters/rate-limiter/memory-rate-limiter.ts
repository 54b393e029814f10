import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { AS_COUNTER, createSlidingWindows } from './sliding-window.ts'

/** Sliding windows for one process. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  return createSlidingWindows(new RateLimiterMemory(AS_COUNTER), now)
}
