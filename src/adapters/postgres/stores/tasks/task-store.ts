import { TASK_STATUSES, type TaskStatus } from '../../../../contract/local-consensus.ts'
import { type TaskRecord, viewOf } from '../../../../tasks/task-machine.ts'
import type { TaskStore } from '../../../../tasks/task-store.ts'
import { storedEvent } from '../../../storage/task-event-log.ts'
import { stateOf, TASK_COLUMNS, valuesOf } from '../../../storage/task-row.ts'
import { type TaskParts, WAITING_TASKS } from './task-parts.ts'
import { appendTo, type TaskRow, taskIn, UNFINISHED, WAITING } from './task-sql.ts'

/**
 * SQL for the turn of a new task, whose scope is $2: one later than the last of its scope that waits, and not earlier
 * than the one whose turn it is now.
 */
const NEXT_TURN = `GREATEST(
  (SELECT max(turn) + 1 FROM stretto.tasks WHERE scope = $2 AND ${WAITING}),
  COALESCE((SELECT min(turn) FROM stretto.tasks WHERE ${WAITING}),
    (SELECT max(turn) FROM stretto.tasks WHERE ${UNFINISHED}), 0))`

/** Stores tasks in Postgres. A task waits there to be claimed, unless it uses the caller's key. */
export function createPostgresTaskStore({ postgres, bell, clock }: TaskParts): TaskStore {
  const changeOf = (task: TaskRecord) => storedEvent({ type: 'task-change', task: viewOf(task) })

  async function find(condition: string, values: unknown[]): Promise<TaskRecord | null> {
    const [row] = await postgres.query<TaskRow>(
      `SELECT ${TASK_COLUMNS} FROM stretto.tasks WHERE ${condition}`,
      values,
    )
    return row === undefined ? null : taskIn(row)
  }
  const findByIdempotencyKey = (key: string | null, scope: string) =>
    find('idempotency_key = $1 AND scope = $2', [key, scope])

  return {
    async insert(task, { owner, leaseMs }) {
      const stored = await postgres.query(
        `WITH added AS (
           INSERT INTO stretto.tasks (${TASK_COLUMNS}, owner, fence, leased_until, turn, last_event)
           SELECT $1, $2, $3, $4, $5, $6, $7::boolean, $8, $9, $10, $11, $12,
             CASE WHEN $7 THEN $14 END, CASE WHEN $7 THEN 1 ELSE 0 END,
             CASE WHEN $7 THEN ${clock()} + $15::float8 * interval '1 millisecond' END, ${NEXT_TURN}, 1
           ON CONFLICT DO NOTHING RETURNING id, last_event
         ), appended AS (${appendTo('added', '$13')})
         SELECT 1 FROM added`,
        [...valuesOf(task), [changeOf(task)], owner, leaseMs],
      )
      if (stored.length === 0) {
        const known = await findByIdempotencyKey(task.idempotencyKey, task.scope)
        if (known === null) throw new Error(`There is another task ${task.id}`)
        return { task: known, lease: null }
      }
      if (task.usesCallerKey) return { task, lease: { taskId: task.id, owner, fence: 1 } }
      bell.ring(WAITING_TASKS)
      return { task, lease: null }
    },

    get: (id, scope) => find('id = $1 AND scope = $2', [id, scope]),
    findByIdempotencyKey,

    async end(task) {
      const ended = await postgres.query(
        `WITH ended AS (
           UPDATE stretto.tasks SET status = $2, progress = $3, result = $4, error = $5, updated_at = $6,
             last_event = last_event + 1
           WHERE id = $1 AND ${UNFINISHED} RETURNING id, last_event
         ), appended AS (${appendTo('ended', '$7')}), forgotten AS (
           DELETE FROM stretto.task_replies USING ended WHERE task_id = ended.id
         )
         SELECT 1 FROM ended`,
        [task.id, ...stateOf(task), [changeOf(task)]],
      )
      if (ended.length === 1) bell.ring(task.id)
      return ended.length === 1
    },

    async countByStatus() {
      const rows = await postgres.query<{ status: TaskStatus; count: number }>(
        'SELECT status, count(*) AS count FROM stretto.tasks GROUP BY status',
      )
      const counts = new Map(rows.map(({ status, count }) => [status, count]))
      const all = TASK_STATUSES.map((status) => [status, counts.get(status) ?? 0])
      return Object.fromEntries(all) as Record<TaskStatus, number>
    },

    async countWaiting() {
      const [row] = await postgres.query<{ count: number }>(
        `SELECT count(*) AS count FROM stretto.tasks WHERE ${WAITING}`,
      )
      return row!.count
    },

    async sweep(finishedBefore) {
      await postgres.change(
        "DELETE FROM stretto.tasks WHERE status IN ('completed', 'failed') AND updated_at < $1",
        [finishedBefore],
      )
    },
  }
}
