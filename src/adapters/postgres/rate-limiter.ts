import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import { createSlidingWindows, WINDOWS_KEPT, type WindowCounts } from '../rate-limiter.ts'
import type { Postgres } from './postgres.ts'

const TIDY_EVERY_MS = 300_000

/** The clock of the server: a replica with a wrong one would count in other windows, and delete what others count in. */
const NOW = 'extract(epoch FROM clock_timestamp()) * 1000'

// In the order of the keys, so that replicas that count in the same windows do not block one another.
const COUNT = `
  WITH clock AS MATERIALIZED (SELECT COALESCE($4::float8, ${NOW}) AS time
  ), asked AS (
    SELECT concat($5::text, ':', subject, ':', seconds, ':') AS start, seconds, position,
      floor(time / (1000 * seconds))::bigint AS place
    FROM clock, unnest($1::text[], $2::int[]) WITH ORDINALITY AS asked (subject, seconds, position)
  ), added AS (
    INSERT INTO stretto.rate_limits AS known (key, points, expire)
    SELECT start || place, $3::int, ${NOW} + ${WINDOWS_KEPT} * 1000 * seconds FROM asked WHERE $3 <> 0 ORDER BY 1
    ON CONFLICT (key) DO UPDATE SET points = known.points + excluded.points RETURNING key, points
  )
  SELECT time, COALESCE(added.points, known.points, 0) AS current, COALESCE(previous.points, 0) AS before
  FROM clock, asked LEFT JOIN added ON added.key = start || place
    LEFT JOIN stretto.rate_limits AS known ON known.key = start || place
    LEFT JOIN stretto.rate_limits AS previous ON previous.key = start || (place - 1)
  ORDER BY position`

/** Sliding windows that all replicas count in; what is counted need not survive a crash of the database. */
export function createPostgresRateLimiter(
  postgres: Postgres,
  /** Keeps the counts of two limiters apart. */
  name: string,
  /** The time, if it is not that of the server. */
  now?: () => number,
): RateLimiter {
  const tidyUp = () => postgres.change(`DELETE FROM stretto.rate_limits WHERE expire < ${NOW}`)
  // What is not deleted this time is deleted the next.
  setInterval(() => void tidyUp().catch(() => {}), TIDY_EVERY_MS).unref()
  return createSlidingWindows(async (claims, requests, at = now?.()) => {
    const subjects = claims.map(({ subject }) => subject)
    const seconds = claims.map(({ window }) => window.seconds)
    const values = [subjects, seconds, requests, at ?? null, name]
    const counts = await postgres.query<WindowCounts & { time: number }>(COUNT, values)
    return { time: counts[0]?.time ?? 0, counts }
  })
}
