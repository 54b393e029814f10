import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RequestCounter } from './sliding-window.ts'

/** What a limiter of the library must be made with to serve as a counter: windows have their own limits and lengths. */
export const AS_COUNTER = { points: Number.MAX_SAFE_INTEGER, duration: 1 }

/** A limiter of the library as a plain counter. */
export function counterOn(limiter: RateLimiterAbstract): RequestCounter {
  return {
    read: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
    async add(key, requests, seconds) {
      const counted = await limiter.penalty(key, requests, { customDuration: seconds })
      return counted.consumedPoints
    },
  }
}
