import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { AS_COUNTER, createSlidingWindows } from '../rate-limiter/sliding-window.ts'
import type { Redis } from './redis.ts'

interface RedisRateLimiterParts {
  redis: Redis
  /** The API whose requests are counted; each counts for itself. */
  api: string
  now: () => number
}

/**
 * Sliding windows that all processes share. While Redis is lost, every process counts for itself: requests go on, and
 * no caller gets more than its limit from any one process.
 */
export function createRedisRateLimiter({ redis, api, now }: RedisRateLimiterParts): RateLimiter {
  const shared = new RateLimiterRedis({
    ...AS_COUNTER,
    storeClient: redis.client,
    // The library recognises older versions of the client by the name of their class.
    useRedisPackage: true,
    keyPrefix: `${redis.prefix}rate:${api}`,
  })
  const own = new RateLimiterMemory(AS_COUNTER)
  return createSlidingWindows(
    {
      get: (key) => redis.run(() => shared.get(key)).catch(() => own.get(key)),
      penalty: (...counted) =>
        redis.run(() => shared.penalty(...counted)).catch(() => own.penalty(...counted)),
      reward: (...counted) => redis.run(() => shared.reward(...counted)).catch(() => own.reward(...counted)),
    },
    now,
  )
}
