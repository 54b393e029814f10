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
