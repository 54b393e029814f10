import { createMemoryRateLimiter } from '../../src/adapters/rate-limiter/memory-counter.ts'
import { describeRateLimiter } from './rate-limiter.ts'

describeRateLimiter('memory', async (now) => createMemoryRateLimiter(now))
