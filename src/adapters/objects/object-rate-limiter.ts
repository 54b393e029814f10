import type { DurableObjectStorage } from '@cloudflare/workers-types'
import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import { type Counts, createMemoryRateLimiter } from '../rate-limiter.ts'

const KEY = 'counts'
/** Windows that are over as soon as this are forgotten with the instance of an object. */
const SHORT_MS = 10_000
/** How long an object whose subject is silent keeps its name; every look costs as much as a request. */
const LOOK_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Counts the requests of one subject in an object of its own, whose alarm has to be passed on. Windows survive the
 * instance: every request that is counted writes one row, those that are refused none.
 */
export function createObjectRateLimiter(
  storage: DurableObjectStorage,
  now: () => number,
): RateLimiter & { alarm(): Promise<void> } {
  const counts: Counts = new Map(storage.kv.get<Counts>(KEY))
  const windows = createMemoryRateLimiter(now, counts)
  /** Whether an alarm is set; an object that has counts has one. */
  let isWatched = counts.size > 0

  async function watch(): Promise<void> {
    isWatched = true
    await storage.setAlarm(Date.now() + LOOK_AFTER_MS)
  }

  async function save(): Promise<void> {
    const time = now()
    const lasting = [...counts].filter(([, { until }]) => until > time + SHORT_MS)
    if (lasting.length === 0) return
    storage.kv.put<Counts>(KEY, new Map(lasting))
    if (!isWatched) await watch()
  }

  return {
    async take(claims) {
      const states = await windows.take(claims)
      if (states.every(({ waitMs }) => waitMs === 0)) await save()
      return states
    },
    async charge(claims, requests) {
      await windows.charge(claims, requests)
      await save()
    },
    peek: windows.peek,
    /** Deletes everything, down to the name, once all windows are over. */
    async alarm() {
      const time = now()
      if ([...counts.values()].some(({ until }) => until > time)) return watch()
      counts.clear()
      await storage.deleteAll()
      isWatched = false
    },
  }
}
