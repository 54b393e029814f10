import type { RunClaims } from '../../consensus/shared-run/claimed-run.ts'
import type { OneAtATime } from '../../vectors/embed-stored.ts'
import type { Postgres } from './postgres.ts'

/** SQL for the present time of leases. */
export type DatabaseClock = () => string

/** The clock of the database server, which all replicas share. */
export const databaseClock: DatabaseClock = () => 'clock_timestamp()'

/** Stores which replica executes which run. */
export function createPostgresRunClaims(postgres: Postgres, now: DatabaseClock = databaseClock): RunClaims {
  const until = (parameter: string) => `${now()} + ${parameter} * interval '1 millisecond'`
  return {
    async claim({ run, holder, leaseMs }) {
      // A statement that finds the row locked by another waits for it and then sees what that one wrote.
      const [row] = await postgres.query<{ holder: string }>(
        `INSERT INTO stretto.locks AS held (lock, holder, leased_until) VALUES ($1, $2, ${until('$3::float8')})
         ON CONFLICT (lock) DO UPDATE SET
           holder = CASE WHEN held.leased_until <= ${now()} THEN excluded.holder ELSE held.holder END,
           leased_until = CASE WHEN held.leased_until <= ${now()} THEN excluded.leased_until ELSE held.leased_until END
         RETURNING holder`,
        [run, holder, leaseMs],
      )
      return row!.holder
    },
    async renew({ run, holder, leaseMs }) {
      await postgres.change(
        `UPDATE stretto.locks SET leased_until = ${until('$3::float8')} WHERE lock = $1 AND holder = $2`,
        [run, holder, leaseMs],
      )
    },
    async release(run, holder) {
      await postgres.change('DELETE FROM stretto.locks WHERE lock = $1 AND holder = $2', [run, holder])
    },
  }
}

/** Lets replicas take turns at work of minutes, on a connection of its own, whose end gives the turn to the next. */
export function createOneAtATime(postgres: Postgres): OneAtATime {
  return async (name, work) => {
    const client = await postgres.connect()
    // A connection that breaks costs no more than work that is done twice.
    client.on('error', () => {})
    // Neither who waits nor who works keeps a process from ending; the types of the library leave it out.
    ;(client as unknown as { unref(): void }).unref()
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`stretto ${name}`])
      return await work()
    } finally {
      await client.end().catch(() => {})
    }
  }
}
