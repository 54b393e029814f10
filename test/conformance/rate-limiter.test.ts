import { createMemoryRateLimiter } from '../../src/adapters/rate-limiter.ts'
import { describeRateLimiter } from './rate-limiter.ts'

describeRateLimiter('memory', async (now) => createMemoryRateLimiter(now))
