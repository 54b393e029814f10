import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { AS_COUNTER, counterOn } from '../rate-limiter/library-counter.ts'
import { createSlidingWindows } from '../rate-limiter/sliding-window.ts'
import type { Redis } from './redis.ts'

interface RedisRateLimiterParts {
  redis: Redis
  /** The API whose requests are counted; each counts for itself. */
  api: string
  /** A clock that all processes share. */
  now: () => number | Promise<number>
}

/**
 * Sliding windows that all processes share. While Redis is lost, every process counts for itself: requests go on, and
 * no caller gets more than its limit from any one process.
 */
export function createRedisRateLimiter({ redis, api, now }: RedisRateLimiterParts): RateLimiter {
  const shared = counterOn(
    new RateLimiterRedis({
      ...AS_COUNTER,
      storeClient: redis.client,
      // The library recognises older versions of the client by the name of their class.
      useRedisPackage: true,
      keyPrefix: `${redis.prefix}rate:${api}`,
    }),
  )
  const own = counterOn(new RateLimiterMemory(AS_COUNTER))
  return createSlidingWindows(
    {
      read: (key) => redis.run(() => shared.read(key)).catch(() => own.read(key)),
      add: (...counted) => redis.run(() => shared.add(...counted)).catch(() => own.add(...counted)),
    },
    now,
  )
}
