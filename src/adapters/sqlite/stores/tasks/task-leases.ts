import { DamagedTaskStore } from '../../../../tasks/damaged-task-store.ts'
import type { ClaimedTask, TaskLeases } from '../../../../tasks/task-leases.ts'
import { isFinished, type TaskRecord } from '../../../../tasks/task-machine.ts'
import type { DamageReport } from '../../../storage/damage.ts'
import { TASK, TASKS, taskIn, unreachable } from '../../../storage/tasks/task-row.ts'
import type { Database } from '../../database.ts'
import { LEASE_RAN_OUT, type MachineClock } from '../../machine-clock.ts'
import { readableRows } from '../../readable-rows.ts'
import { storedColumns } from '../../stored-columns.ts'
import { UNFINISHED } from './task-writes.ts'

const COLUMNS = storedColumns(TASK)
const FENCE = storedColumns({ fence: 'number' })

/** SQL for a task that can be claimed; takes the time of the clock twice. */
const FREE = `${UNFINISHED} AND (owner IS NULL OR ${LEASE_RAN_OUT})`

/** Stores leases of tasks in SQLite. They need not wait for the disk: a power failure ends every holder. */
export function createSqliteTaskLeases(
  database: Database,
  damage: DamageReport,
  clock: MachineClock,
): TaskLeases {
  // Filter by status first: it is indexed, and finished tasks may be many.
  const free = database.prepare(
    `SELECT ${COLUMNS.sql} FROM tasks WHERE rowid IN (SELECT rowid FROM tasks WHERE ${UNFINISHED}) AND ${FREE}
     ORDER BY tasks.created_at, tasks.id LIMIT ?`,
  )
  const take = database.prepare(
    `UPDATE tasks SET owner = ?, fence = fence + 1, lease_ms = ?, leased_until = ? WHERE id = ? AND ${FREE}
     RETURNING ${FENCE.sql}`,
  )
  const prolong = database.prepare(
    `UPDATE tasks SET lease_ms = ?, leased_until = ? WHERE id = ? AND owner = ? AND fence = ? AND ${UNFINISHED}`,
  )
  const giveBack = database.prepare('UPDATE tasks SET owner = NULL WHERE id = ? AND owner = ? AND fence = ?')

  function freeTasks(most: number): TaskRecord[] {
    const now = clock()
    const readTask = (row: unknown) => taskIn(COLUMNS.read(row))
    const all = { database, table: 'tasks', columns: COLUMNS.sql, read: readTask, part: TASKS, damage }
    return (
      damage.around(TASKS, () => free.all(now, now, most).map(readTask), null) ??
      readableRows(all).filter((task) => !isFinished(task) || task.damaged)
    )
  }

  return {
    async claim({ owner, leaseMs }, { most, except }) {
      const left = new Set(except)
      const wanted = freeTasks(most + left.size).filter(({ id }) => !left.has(id))
      const claims = wanted.slice(0, most).map(async (task): Promise<ClaimedTask[]> => {
        try {
          // Not by `get`: once it has met damage, it goes on failing.
          const [taken] = await database.writes.write(() => {
            const now = clock()
            return take.all(owner, leaseMs, now + leaseMs, task.id, now, now)
          })
          if (taken === undefined) return []
          return [{ task, lease: { taskId: task.id, owner, fence: FENCE.read(taken).fence } }]
        } catch (error) {
          const fault = unreachable(damage, error)
          if (fault instanceof DamagedTaskStore) return [{ task, damage: fault }]
          throw fault
        }
      })
      const settled = await Promise.allSettled(claims)
      const claimed = settled.flatMap((claim) => (claim.status === 'fulfilled' ? claim.value : []))
      // Those that were claimed are begun all the same: the others are tried again soon.
      const failed = settled.find((claim) => claim.status === 'rejected')
      if (failed !== undefined && claimed.length === 0) throw failed.reason
      return claimed
    },

    heartbeat: (leases, leaseMs) =>
      database.writes.write(() => {
        const until = clock() + leaseMs
        return leases.filter(
          ({ taskId, owner, fence }) => prolong.run(leaseMs, until, taskId, owner, fence).changes === 0,
        )
      }),

    async release({ taskId, owner, fence }) {
      await database.writes.write(() => giveBack.run(taskId, owner, fence))
    },
  }
}
