import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import { createMemoryCounter } from '../rate-limiter/memory-counter.ts'
import { createSlidingWindows, type RequestCounter } from '../rate-limiter/sliding-window.ts'
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
  const nameOf = (key: string) => `${redis.prefix}rate:${api}:${key}`
  const own = createMemoryCounter(() => performance.now())

  // Sent together, and counted one after the other without those of another process in between.
  const shared: RequestCounter = async (counted) => {
    const replies = await redis.run((client) => {
      const commands = client.multi()
      for (const { key, previousKey, requests, seconds } of counted) {
        if (requests === 0) commands.get(nameOf(key))
        else commands.incrBy(nameOf(key), requests)
        commands.get(nameOf(previousKey)).expire(nameOf(key), seconds)
      }
      return commands.exec()
    })
    // Three replies for each.
    return counted.map((_, place) => ({
      current: Number(replies[3 * place] ?? 0),
      before: Number(replies[3 * place + 1] ?? 0),
    }))
  }
  return createSlidingWindows((counted) => shared(counted).catch(() => own(counted)), now)
}
