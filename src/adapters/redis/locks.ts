import type { Locks } from '../../locks/locks.ts'
import type { Redis } from './redis.ts'

const RENEW = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`

const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`

/** Stores locks in Redis: keys that expire with their lease and name their holder. */
export function createRedisLocks(redis: Redis): Locks {
  const keyOf = (lock: string) => `${redis.prefix}lock:${lock}`
  return {
    async claim({ lock, holder, leaseMs }) {
      const current = await redis.run((client) =>
        client.set(keyOf(lock), holder, {
          condition: 'NX',
          GET: true,
          expiration: { type: 'PX', value: leaseMs },
        }),
      )
      return current ?? holder
    },
    async renew({ lock, holder, leaseMs }) {
      const script = { keys: [keyOf(lock)], arguments: [holder, String(leaseMs)] }
      return (await redis.run((client) => client.eval(RENEW, script))) === 1
    },
    async release(lock, holder) {
      await redis.run((client) => client.eval(RELEASE, { keys: [keyOf(lock)], arguments: [holder] }))
    },
  }
}
