import { afterAll, expect, it } from 'vitest'
import { createRedisBell } from '../../src/adapters/redis/bell.ts'
import { createRedisLocks } from '../../src/adapters/redis/locks.ts'
import { createRedisRateLimiter } from '../../src/adapters/redis/rate-limiter.ts'
import { readRedisClock } from '../../src/adapters/redis/redis.ts'
import { openOnRedis } from '../support/redis.ts'
import { describeWithRedis } from '../support/services.ts'
import { describeBell } from './bell.ts'
import { describeLocks } from './locks.ts'
import { describeRateLimiter } from './rate-limiter.ts'

describeWithRedis('Redis', () => {
  describeLocks('Redis', () => openOnRedis(createRedisLocks))

  const limiters: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const close of limiters) await close()
  })
  describeRateLimiter('Redis', async (now) => {
    const { store, close } = await openOnRedis((redis) => createRedisRateLimiter({ redis, api: 'edge', now }))
    limiters.push(close)
    return store
  })

  it('keeps nothing in Redis that does not expire', async () => {
    const { redis, close } = await openOnRedis((opened) => opened)
    await createRedisLocks(redis).claim({ lock: 'lock', holder: 'me', leaseMs: 10_000 })
    const window = { name: 'hour' as const, limit: 10, seconds: 3600 }
    const limiter = createRedisRateLimiter({ redis, api: 'edge', now: Date.now })
    await limiter.take([{ subject: 'address:one', window }])
    const expiries = await redis.run(async (client) => {
      const keys = await client.keys(`${redis.prefix}*`)
      return Promise.all(keys.map((key) => client.pTTL(key)))
    })
    expect(expiries).toHaveLength(2)
    for (const expiry of expiries) expect(expiry).toBeGreaterThan(0)
    await close()
  })

  it('has a clock that processes can count by', async () => {
    const { redis, close } = await openOnRedis((opened) => opened)
    const earlier = await readRedisClock(redis)
    const later = await readRedisClock(redis)
    expect(later).toBeGreaterThan(earlier)
    expect(new Date(later).getFullYear()).toBeGreaterThanOrEqual(2026)
    await close()
  })

  describeBell('Redis', async () => {
    const { store, close } = await openOnRedis(async (redis) => ({
      one: await createRedisBell(redis),
      other: await createRedisBell(redis),
    }))
    return { ...(await store), close }
  })
})
