import type { Postgres } from './postgres.ts'

/** SQL for the present time of leases. */
export type DatabaseClock = () => string

/** The clock of the database server, which all replicas share. */
export const databaseClock: DatabaseClock = () => 'clock_timestamp()'

/** The time on that clock, in Unix milliseconds. */
export async function readDatabaseClock(postgres: Postgres): Promise<number> {
  const [row] = await postgres.query<{ time: number }>(
    `SELECT (extract(epoch FROM ${databaseClock()}) * 1000)::float8 AS time`,
  )
  return row!.time
}

/** How long a reading is relied on, and how soon a failed one is tried again. */
const GOOD_MS = 60_000
const RETRY_MS = 5_000

interface ServerClockParts {
  /** Asks the server for its time, in Unix milliseconds. */
  read: () => Promise<number>
  /** A clock of this process that never jumps. */
  steadyClock: () => number
}

/**
 * The time of a server that replicas share, so that all count in the same windows, whatever their own clocks say. It
 * is read once a minute, and followed by the steady clock until then; before the first reading that clock is the time.
 */
export function createServerClock({ read, steadyClock }: ServerClockParts): () => Promise<number> {
  let ahead: number | null = null
  let isDueAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function readNow(): Promise<void> {
    const sentAt = steadyClock()
    try {
      const time = await read()
      ahead = time - (sentAt + steadyClock()) / 2
      isDueAt = steadyClock() + GOOD_MS
    } catch {
      // Whoever counts on the server finds out for itself that it is away.
      isDueAt = steadyClock() + RETRY_MS
    }
    reading = null
  }

  return async () => {
    if (steadyClock() >= isDueAt) reading ??= readNow()
    if (ahead === null) await reading
    return steadyClock() + (ahead ?? 0)
  }
}
