import type { FlightClaims } from '../../../consensus/shared-run/flight-claims.ts'
import type { Database } from '../database.ts'
import { LEASE_RAN_OUT, machineClock } from '../machine-clock.ts'
import { storedColumns } from '../stored-columns.ts'

const HOLDER = storedColumns({ holder: 'text' })

/** Stores claims on runs in SQLite. */
export function createSqliteFlightClaims(database: Database, clock = machineClock): FlightClaims {
  const dropRanOut = database.prepare(`DELETE FROM flight_claims WHERE ${LEASE_RAN_OUT}`)
  const take = database.prepare(
    'INSERT INTO flight_claims (flight, holder, lease_ms, leased_until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const holderOf = database.prepare(`SELECT ${HOLDER.sql} FROM flight_claims WHERE flight = ?`)
  const prolong = database.prepare(
    'UPDATE flight_claims SET lease_ms = ?, leased_until = ? WHERE flight = ? AND holder = ?',
  )
  const giveBack = database.prepare('DELETE FROM flight_claims WHERE flight = ? AND holder = ?')

  const { write } = database.writes
  return {
    claim: ({ flight, holder, leaseMs }) =>
      write(() => {
        const now = clock()
        dropRanOut.run(now, now)
        take.run(flight, holder, leaseMs, now + leaseMs)
        return HOLDER.read(holderOf.get(flight)).holder
      }),
    renew: ({ flight, holder, leaseMs }) =>
      write(() => prolong.run(leaseMs, clock() + leaseMs, flight, holder).changes === 1),
    async release(flight, holder) {
      await write(() => giveBack.run(flight, holder))
    },
  }
}
