import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../../http/shared/rate-limiter.ts'
import { AS_COUNTER, createSlidingWindows } from '../../rate-limiter/sliding-window.ts'
import type { Postgres } from '../postgres.ts'

interface RateLimiterParts {
  postgres: Postgres
  /** Keeps the counts of two limiters apart. */
  name: string
  now: () => number
}

/** Sliding windows that all replicas count in; what is counted need not survive a crash of the database. */
export function createPostgresRateLimiter({ postgres, name, now }: RateLimiterParts): RateLimiter {
  const counter = new RateLimiterPostgres({
    ...AS_COUNTER,
    keyPrefix: name,
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const rows = await postgres.query(text, values)
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    schemaName: 'stretto',
    tableName: 'rate_limits',
    tableCreated: true,
  })
  return createSlidingWindows(counter, now)
}
