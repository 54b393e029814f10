import { StrettoError } from '../../../contract/error-codes.ts'
import { TaskStatus } from '../../../contract/local-consensus.ts'
import type { Spiral } from '../../../engine/index.ts'
import { readCheckpoint, storedCheckpoint } from '../../../tasks/checkpoint.ts'
import { isFinished, type TaskRecord, viewOf } from '../../../tasks/task-machine.ts'
import type { TaskProgress } from '../../../tasks/task-progress.ts'
import type { TaskStore } from '../../../tasks/task-store.ts'
import { DamagedData, parseStored } from '../damaged-data.ts'
import { query, type Sql } from '../sql.ts'
import { readKeptCall } from './kept-call.ts'
import { storedEvent } from './task-events.ts'
import { DAMAGED_TASK, REPLIES, readTask, readTasks, SUMMARY, summaryIn, TASK, TASKS } from './task-row.ts'
import type { TaskWrites } from './task-writes.ts'

const BY_ID = query(TASK, 'FROM stretto.tasks WHERE id = $1 AND scope = $2')
const BY_KEY = query(TASK, 'FROM stretto.tasks WHERE idempotency_key = $1 AND scope = $2')
/** One status at a time, because the index is by status and time. */
const NEWEST = query(
  SUMMARY,
  'FROM stretto.tasks WHERE status = $1 AND scope = $2 ORDER BY updated_at DESC LIMIT $3',
)
const COUNTS = query(
  { status: 'text', count: 'number' },
  'FROM (SELECT status, count(*) AS count FROM stretto.tasks GROUP BY status) AS counted',
)
const SWEEP = `DELETE FROM stretto.tasks WHERE status IN ('completed', 'failed') AND updated_at < $1`
const CHECKPOINT = query({ checkpoint: 'text?' }, 'FROM stretto.tasks WHERE id = $1')
const KEPT_REPLIES = query({ call: 'text', reply: 'text' }, 'FROM stretto.task_replies WHERE task_id = $1')

/** Stores tasks in a database. */
export function createTaskStore(sql: Sql, writes: TaskWrites): TaskStore {
  return {
    async insert(task, claim) {
      const { isNew, lease } = await writes.insert(task, claim, changeOf(task))
      const stored = isNew ? task : await readTask(sql, BY_KEY, [task.idempotencyKey, task.scope])
      if (stored === null) throw new Error(`There is another task ${task.id}`)
      return { task: stored, lease }
    },

    get: (id, scope) => readTask(sql, BY_ID, [id, scope]),
    async list(scope, { status, limit }) {
      const statuses = status === undefined ? TaskStatus.options : [status]
      const found = await readTasks(sql.damage, () =>
        Promise.all(
          statuses.map(async (one) => (await sql.read(NEWEST, [one, scope, limit])).map(summaryIn)),
        ),
      )
      return found
        .flat()
        .sort((one, other) => other.updated_at - one.updated_at)
        .slice(0, limit)
    },
    findByIdempotencyKey: (key, scope) => readTask(sql, BY_KEY, [key, scope]),

    end: (task) =>
      writes.change(task, null, { events: [changeOf(task)], checkpoint: null, forgetsReplies: true }),

    async countByStatus() {
      const rows = await sql.damage.during(TASKS, sql.read(COUNTS, []), [])
      const found = rows.flatMap((row) => sql.damage.around(TASKS, () => [[row.status, row.count]], []))
      const counts = Object.fromEntries(found)
      return Object.fromEntries(TaskStatus.options.map((status) => [status, counts[status] ?? 0])) as Record<
        TaskStatus,
        number
      >
    },

    sweep: (finishedBefore) => sql.change({ sql: SWEEP, rows: [[finishedBefore]] }),
  }
}

/** Stores the progress of tasks in a database. */
export function createTaskProgress(sql: Sql, writes: TaskWrites): TaskProgress {
  return {
    update(lease, task, spiral) {
      const entry = spiral?.entries.at(-1)
      return writes.change(task, lease, {
        events: [
          ...(entry === undefined ? [] : [storedEvent({ type: 'iteration-end', entry })]),
          changeOf(task),
        ],
        checkpoint: spiral === undefined ? null : JSON.stringify(storedCheckpoint(spiral)),
        forgetsReplies: spiral !== undefined || isFinished(task),
      })
    },

    async checkpointOf(id) {
      const [row] = await readTasks(sql.damage, () => sql.read(CHECKPOINT, [id]))
      if (row === undefined) return null
      const spiral = sql.damage.around(TASKS, () => spiralIn(row), undefined)
      if (spiral === undefined) throw new StrettoError('internal_error', DAMAGED_TASK)
      return spiral
    },

    keepReply: (lease, call, what) =>
      writes.keep(lease, { events: [], replies: new Map([[call, JSON.stringify(what)]]) }),

    async repliesOf(id) {
      const rows = await sql.damage.during(REPLIES, sql.read(KEPT_REPLIES, [id]), [])
      // A reply that cannot be read is requested again.
      const readable = rows.flatMap((row) =>
        sql.damage.around(REPLIES, () => [[row.call, readKeptCall(row.reply)] as const], []),
      )
      return new Map(readable)
    },
  }
}

/** The run that a stored checkpoint continues; throws DamagedData if it cannot be read. */
export function spiralIn({ checkpoint }: { readonly checkpoint: string | null }): Spiral | null {
  if (checkpoint === null) return null
  const spiral = readCheckpoint(parseStored(checkpoint))
  if (spiral === null) throw new DamagedData('a stored checkpoint does not fit')
  return spiral
}

function changeOf(task: TaskRecord): string {
  return storedEvent({ type: 'task-change', task: viewOf(task) })
}
