import { randomUUID } from 'node:crypto'
import { openRedis, type Redis } from '../../src/adapters/redis/redis.ts'
import type { StoreUnderTest } from '../conformance/store-under-test.ts'
import { redisUrl } from './services.ts'

/** Takes milliseconds from what is left of the time of every key with a prefix. */
const ADVANCE = `
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[2])
end`

/** Opens a store on the Redis for tests, with keys of its own. */
export async function openOnRedis<Store>(
  create: (redis: Redis) => Store,
): Promise<StoreUnderTest<Store> & { redis: Redis }> {
  const address = { url: redisUrl(), prefix: `stretto-test-${randomUUID()}:` }
  let redis = await openRedis(address)
  return {
    store: create(redis),
    redis,
    async reopen() {
      redis.close()
      redis = await openRedis(address)
      return create(redis)
    },
    async advance(milliseconds) {
      const script = { keys: [], arguments: [address.prefix, String(milliseconds)] }
      await redis.run((client) => client.eval(ADVANCE, script))
    },
    async close() {
      await redis.run(async (client) => {
        for await (const keys of client.scanIterator({ MATCH: `${address.prefix}*` }))
          if (keys.length > 0) await client.del(keys)
      })
      redis.close()
    },
  }
}
