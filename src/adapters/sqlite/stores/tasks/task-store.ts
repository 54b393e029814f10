import { TASK_STATUSES, type TaskStatus } from '../../../../contract/local-consensus.ts'
import { type TaskRecord, viewOf } from '../../../../tasks/task-machine.ts'
import type { TaskStore } from '../../../../tasks/task-store.ts'
import { stateOf, TASK_COLUMNS, valuesOf } from '../../../storage/task-row.ts'
import { createDamageReport } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { machineClock } from '../../machine-clock.ts'
import { storedColumns } from '../../stored-columns.ts'
import { TASK } from './task-columns.ts'
import type { SqliteTaskEvents } from './task-events.ts'
import { createTake } from './task-leases.ts'
import { EVENTS, REPLIES, readTasks, TASKS, UNFINISHED, writeTasks } from './task-write.ts'

const STATUS = storedColumns({ status: 'text' })

/** Stores tasks in SQLite; every write is on disk before it is acknowledged. */
export function createSqliteTaskStore(
  database: Database,
  events: SqliteTaskEvents,
  damage = createDamageReport(),
  clock = machineClock,
): TaskStore {
  const insert = database.prepare(
    `INSERT INTO tasks (${TASK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const byId = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE id = ? AND scope = ?`)
  const byKey = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE idempotency_key = ? AND scope = ?`)
  const end = database.prepare(
    `UPDATE tasks SET status = ?, progress = ?, result = ?, error = ?, updated_at = ?
     WHERE id = ? AND ${UNFINISHED}`,
  )
  const endLease = database.prepare('DELETE FROM task_leases WHERE task_id = ?')
  const forgetReplies = database.prepare('DELETE FROM task_replies WHERE task_id = ?')
  const counts = database.prepare(
    `SELECT ${STATUS.sql}, count FROM (SELECT status, COUNT(*) AS count FROM tasks GROUP BY status)`,
  )
  const sweep = database.prepare(
    "DELETE FROM tasks WHERE status IN ('completed', 'failed') AND updated_at < ?",
  )
  const take = createTake(database)
  const readTask = (row: unknown) => (row === undefined ? null : TASK.read(row))
  const change = (task: TaskRecord) => ({ type: 'task-change' as const, task: viewOf(task) })

  return {
    insert: (task, claim) =>
      writeTasks(database, damage, (lesser) => {
        if (insert.run(...valuesOf(task)).changes === 0)
          return { task: TASK.read(byKey.get(task.idempotencyKey, task.scope) ?? {}), lease: null }
        const lease = take({ ...claim, taskId: task.id, now: clock() })
        lesser(EVENTS, () => events.append(task.id, change(task)))
        return { task, lease }
      }),

    async get(id, scope) {
      return readTasks(damage, () => readTask(byId.get(id, scope)))
    },

    async findByIdempotencyKey(key, scope) {
      return readTasks(damage, () => readTask(byKey.get(key, scope)))
    },

    end: (task) =>
      writeTasks(database, damage, (lesser) => {
        if (end.run(...stateOf(task), task.id).changes === 0) return false
        endLease.run(task.id)
        lesser(REPLIES, () => forgetReplies.run(task.id))
        lesser(EVENTS, () => events.append(task.id, change(task)))
        return true
      }),

    async countByStatus() {
      const known = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as Record<
        TaskStatus,
        number
      >
      const rows = damage.around(
        TASKS,
        () => counts.all() as Array<{ status: Uint8Array; count: number }>,
        [],
      )
      for (const row of rows) {
        const status = damage.around(TASKS, () => STATUS.read(row).status, null)
        if (status !== null && Object.hasOwn(known, status)) known[status as TaskStatus] = row.count
      }
      return known
    },

    async sweep(finishedBefore) {
      await database.writes.write(() => sweep.run(finishedBefore))
    },
  }
}
