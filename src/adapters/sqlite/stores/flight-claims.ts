import type { FlightClaims } from '../../../consensus/shared-run/flight-claims.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { createGroupCommit } from '../group-commit.ts'
import { storedColumns } from '../stored-columns.ts'
import { transact } from '../transaction.ts'

const HOLDER = storedColumns({ holder: 'text' })

/** Stores claims on runs in SQLite. */
export function createSqliteFlightClaims(
  database: Database,
  damage = createDamageReport(),
): FlightClaims & { close(): void } {
  // The database belongs to this process alone, so all earlier claim holders are gone.
  const forgetAll = () => database.exec('DELETE FROM flight_claims')
  damage.around('the claims on runs', () => transact(database, forgetAll), undefined)
  const take = database.prepare(
    `INSERT INTO flight_claims (flight, holder, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (flight) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE flight_claims.expires_at <= ?`,
  )
  const holderOf = database.prepare(`SELECT ${HOLDER.sql} FROM flight_claims WHERE flight = ?`)
  const prolong = database.prepare('UPDATE flight_claims SET expires_at = ? WHERE flight = ? AND holder = ?')
  const giveBack = database.prepare('DELETE FROM flight_claims WHERE flight = ? AND holder = ?')

  const group = createGroupCommit(database, { waitsForDisk: false })
  return {
    claim: ({ flight, holder, until }, now) =>
      group.write(() => {
        take.run(flight, holder, until, now)
        return HOLDER.read(holderOf.get(flight)).holder
      }),
    renew: ({ flight, holder, until }) => group.write(() => prolong.run(until, flight, holder).changes === 1),
    async release(flight, holder) {
      await group.write(() => giveBack.run(flight, holder))
    },
    close: group.flush,
  }
}
