import type { RateLimiter } from '../../../http/shared/rate-limiter.ts'
import { createSlidingWindows } from '../../rate-limiter/sliding-window.ts'
import type { Postgres } from '../postgres.ts'

interface RateLimiterParts {
  postgres: Postgres
  /** Keeps the counts of two limiters apart. */
  name: string
  /** A clock that all replicas share. */
  now: () => number | Promise<number>
}

const TIDY_EVERY_MS = 300_000

/** By the clock of the server: a replica with a wrong one would delete what others still count in. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Sliding windows that all replicas count in; what is counted need not survive a crash of the database. */
export function createPostgresRateLimiter({ postgres, name, now }: RateLimiterParts): RateLimiter {
  const tidyUp = () => postgres.change(`DELETE FROM stretto.rate_limits WHERE expire < ${NOW}`)
  // What is not deleted this time is deleted the next.
  setInterval(() => void tidyUp().catch(() => {}), TIDY_EVERY_MS).unref()
  return createSlidingWindows(
    {
      async read(key) {
        const [row] = await postgres.query<{ points: number }>(
          'SELECT points FROM stretto.rate_limits WHERE key = $1',
          [`${name}:${key}`],
        )
        return row?.points ?? 0
      },
      async add(key, requests, seconds) {
        const [row] = await postgres.query<{ points: number }>(
          `INSERT INTO stretto.rate_limits AS known (key, points, expire) VALUES ($1, $2, ${NOW} + $3)
           ON CONFLICT (key) DO UPDATE SET points = known.points + excluded.points RETURNING points`,
          [`${name}:${key}`, requests, 1000 * seconds],
        )
        return row!.points
      },
    },
    now,
  )
}
