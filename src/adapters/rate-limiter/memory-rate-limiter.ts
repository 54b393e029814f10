import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { AS_COUNTER, counterOn } from './library-counter.ts'
import { createSlidingWindows } from './sliding-window.ts'

/** Sliding windows for one process. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  return createSlidingWindows(counterOn(new RateLimiterMemory(AS_COUNTER)), now)
}
