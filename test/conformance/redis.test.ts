import { createRedisLocks } from '../../src/adapters/redis/locks.ts'
import { openOnRedis } from '../support/redis.ts'
import { describeWithRedis } from '../support/services.ts'
import { describeLocks } from './locks.ts'

describeWithRedis('Redis', () => {
  describeLocks('Redis', () => openOnRedis(createRedisLocks))
})
