import type { Locks } from '../../../locks/locks.ts'
import type { Database } from '../database.ts'
import { LEASE_RAN_OUT, machineClock } from '../machine-clock.ts'
import { storedColumns } from '../stored-columns.ts'

const HOLDER = storedColumns({ holder: 'text' })

/** Stores locks in SQLite. */
export function createSqliteLocks(database: Database, clock = machineClock): Locks {
  const take = database.prepare(
    `INSERT INTO locks (lock, holder, lease_ms, leased_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (lock) DO UPDATE SET holder = excluded.holder, lease_ms = excluded.lease_ms,
       leased_until = excluded.leased_until WHERE ${LEASE_RAN_OUT}`,
  )
  const holderOf = database.prepare(`SELECT ${HOLDER.sql} FROM locks WHERE lock = ?`)
  const prolong = database.prepare(
    'UPDATE locks SET lease_ms = ?, leased_until = ? WHERE lock = ? AND holder = ?',
  )
  const giveBack = database.prepare('DELETE FROM locks WHERE lock = ? AND holder = ?')
  const { write } = database.writes
  // Left by processes that died; if they stay, they only take up room.
  const [opened, left] = [clock(), database.prepare(`DELETE FROM locks WHERE ${LEASE_RAN_OUT}`)]
  write(() => left.run(opened, opened)).catch(() => {})
  return {
    claim: ({ lock, holder, leaseMs }) =>
      write(() => {
        const now = clock()
        if (take.run(lock, holder, leaseMs, now + leaseMs, now, now).changes === 1) return holder
        return HOLDER.read(holderOf.get(lock)).holder
      }),
    renew: ({ lock, holder, leaseMs }) =>
      write(() => prolong.run(leaseMs, clock() + leaseMs, lock, holder).changes === 1),
    async release(lock, holder) {
      await write(() => giveBack.run(lock, holder))
    },
  }
}
