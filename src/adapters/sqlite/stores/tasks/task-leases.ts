import { DamagedTaskStore } from '../../../../tasks/damaged-task-store.ts'
import type { ClaimedTask, TaskLease, TaskLeases } from '../../../../tasks/task-leases.ts'
import { isFinished, type TaskRecord } from '../../../../tasks/task-machine.ts'
import { createDamageReport } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { LEASE_RAN_OUT, machineClock } from '../../machine-clock.ts'
import { readableRows } from '../../readable-rows.ts'
import { storedColumns } from '../../stored-columns.ts'
import { TASK } from './task-columns.ts'
import { TASKS, UNFINISHED, unreachable } from './task-write.ts'

const FENCE = storedColumns({ fence: 'number' })

/** Stores leases of tasks in SQLite. They need not wait for the disk: a power failure ends every holder. */
export function createSqliteTaskLeases(
  database: Database,
  damage = createDamageReport(),
  clock = machineClock,
): TaskLeases {
  // Filter by status first: it is indexed, and finished tasks may be many.
  const free = database.prepare(
    `SELECT ${TASK.sql} FROM tasks WHERE rowid IN (SELECT rowid FROM tasks WHERE ${UNFINISHED})
       AND id NOT IN (SELECT task_id FROM task_leases WHERE NOT ${LEASE_RAN_OUT})
     ORDER BY tasks.created_at, tasks.id LIMIT ?`,
  )
  const take = createTake(database)
  const prolong = database.prepare(
    'UPDATE task_leases SET lease_ms = ?, leased_until = ? WHERE task_id = ? AND owner = ? AND fence = ?',
  )
  const giveBack = database.prepare(
    'UPDATE task_leases SET leased_until = 0 WHERE task_id = ? AND owner = ? AND fence = ?',
  )

  function freeTasks(most: number): TaskRecord[] {
    const now = clock()
    const all = { database, table: 'tasks', columns: TASK, part: TASKS, damage }
    return (
      damage.around(TASKS, () => free.all(now, now, most).map(TASK.read), null) ??
      readableRows(all).filter((task) => !isFinished(task) || task.damaged)
    )
  }

  return {
    async claim({ owner, leaseMs }, { most, except }) {
      const left = new Set(except)
      const wanted = freeTasks(most + left.size).filter(({ id }) => !left.has(id))
      const claims = wanted.slice(0, most).map(async (task): Promise<ClaimedTask[]> => {
        try {
          const lease = await database.writes.write(() =>
            take({ taskId: task.id, owner, leaseMs, now: clock() }),
          )
          return lease === null ? [] : [{ task, lease }]
        } catch (error) {
          const fault = unreachable(damage, error)
          if (fault instanceof DamagedTaskStore) return [{ task, damage: fault }]
          throw fault
        }
      })
      return (await Promise.all(claims)).flat()
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

/** Returns a function that takes the lease of a task within the current transaction; null if another holds it. */
export function createTake(database: Database) {
  const take = database.prepare(
    `INSERT INTO task_leases (task_id, owner, fence, lease_ms, leased_until)
     SELECT id, ?, 1, ?, ? FROM tasks WHERE id = ? AND ${UNFINISHED}
     ON CONFLICT (task_id) DO UPDATE SET owner = excluded.owner, fence = fence + 1,
       lease_ms = excluded.lease_ms, leased_until = excluded.leased_until
       WHERE ${LEASE_RAN_OUT}`,
  )
  const fenceOf = database.prepare(`SELECT ${FENCE.sql} FROM task_leases WHERE task_id = ?`)
  return (claim: { taskId: string; owner: string; leaseMs: number; now: number }): TaskLease | null => {
    const { taskId, owner, leaseMs, now } = claim
    if (take.run(owner, leaseMs, now + leaseMs, taskId, now, now).changes === 0) return null
    return { taskId, owner, fence: FENCE.read(fenceOf.get(taskId)).fence }
  }
}
