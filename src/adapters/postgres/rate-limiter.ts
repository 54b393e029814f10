import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import { createSlidingWindows, type WindowCounts } from '../rate-limiter.ts'
import type { Postgres } from './postgres.ts'

interface RateLimiterParts {
  postgres: Postgres
  /** Keeps the counts of two limiters apart. */
  name: string
  now: () => number | Promise<number>
}

const TIDY_EVERY_MS = 300_000

/** By the clock of the server: a replica with a wrong one would delete what others still count in. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

// In the order of the keys, so that replicas that count in the same windows do not block one another.
const COUNT = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) WITH ORDINALITY
      AS asked (key, previous_key, requests, lasts_ms, position)
  ), added AS (
    INSERT INTO stretto.rate_limits AS known (key, points, expire)
    SELECT key, requests, ${NOW} + lasts_ms FROM asked WHERE requests <> 0 ORDER BY key
    ON CONFLICT (key) DO UPDATE SET points = known.points + excluded.points RETURNING key, points
  )
  SELECT COALESCE(added.points, known.points, 0) AS current, COALESCE(previous.points, 0) AS before
  FROM asked LEFT JOIN added USING (key) LEFT JOIN stretto.rate_limits AS known USING (key)
    LEFT JOIN stretto.rate_limits AS previous ON previous.key = previous_key
  ORDER BY position`

/** Sliding windows that all replicas count in; what is counted need not survive a crash of the database. */
export function createPostgresRateLimiter({ postgres, name, now }: RateLimiterParts): RateLimiter {
  const tidyUp = () => postgres.change(`DELETE FROM stretto.rate_limits WHERE expire < ${NOW}`)
  // What is not deleted this time is deleted the next.
  setInterval(() => void tidyUp().catch(() => {}), TIDY_EVERY_MS).unref()
  return createSlidingWindows(
    (counted) =>
      postgres.query<WindowCounts>(COUNT, [
        counted.map(({ key }) => `${name}:${key}`),
        counted.map(({ previousKey }) => `${name}:${previousKey}`),
        counted.map(({ requests }) => requests),
        counted.map(({ seconds }) => 1000 * seconds),
      ]),
    now,
  )
}
