import type { Redis } from './redis.ts'

/** The time of the Redis server, in Unix milliseconds. */
export async function readRedisClock(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.run((client) => client.time())
  return 1000 * Number(seconds) + Number(microseconds) / 1000
}
