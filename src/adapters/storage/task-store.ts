import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TaskStatus, type TaskSummary } from '../../contract/local-consensus.ts'
import type { Spiral } from '../../engine/index.ts'
import { readCheckpoint, storedCheckpoint } from '../../tasks/checkpoint.ts'
import { isFinished, type TaskRecord, viewOf } from '../../tasks/task-machine.ts'
import type { TaskClaim, TaskEvent, TaskLease, TaskProgress, TaskStore } from '../../tasks/task-ports.ts'
import { type Columns, type Query, query, type RowOf, type Sql } from './sql.ts'

/** The columns of a task, in the order of `valuesOf`; JSON is kept as text, which comes back exactly as it was written. */
export const TASK = {
  id: 'text',
  scope: 'text',
  request: 'text',
  warnings: 'text',
  created_at: 'number',
  idempotency_key: 'text?',
  uses_caller_key: 'number',
  status: 'text',
  progress: 'number',
  result: 'text?',
  error: 'text?',
  updated_at: 'number',
} satisfies Columns

export const TASK_COLUMNS = Object.keys(TASK).join(', ')

/** SQL for a task that may still change. */
export const UNFINISHED = "status IN ('pending', 'running')"

/** What a run stores on the way: its events, and the replies it paid for by call, as JSON. */
export interface Gathered {
  events: string[]
  replies: Map<string, string>
}

interface Attached {
  events: string[]
  /** Null to leave the one that is stored. */
  checkpoint: string | null
  /** Whether the replies kept until now go. */
  forgetsReplies: boolean
}

/** Writes to the tables of tasks; watchers of the task are told. */
export interface TaskWrites {
  /** Stores a new task, and its lease if it need not wait for one; `isNew` is false if there is one under its key. */
  insert(
    task: TaskRecord,
    claim: TaskClaim,
    event: string,
  ): Promise<{ isNew: boolean; lease: TaskLease | null }>
  /** Stores the state of an unfinished task, only under the lease if one is given; returns whether it did. */
  change(task: TaskRecord, lease: TaskLease | null, attached: Attached): Promise<boolean>
  /** Stores what a run gathers on the way; returns false without the lease. */
  keep(lease: TaskLease, gathered: Gathered): Promise<boolean>
}

const BY_ID = query(TASK, 'FROM stretto.tasks WHERE id = $1 AND scope = $2')
const BY_KEY = query(TASK, 'FROM stretto.tasks WHERE idempotency_key = $1 AND scope = $2')
const { scope, warnings, idempotency_key, uses_caller_key, result, ...LISTED } = TASK
/** The tasks of a list, of one status at a time, because the index is by status and time. */
const NEWEST = query(
  LISTED,
  'FROM stretto.tasks WHERE status = $1 AND scope = $2 ORDER BY tasks.updated_at DESC LIMIT $3',
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
      const newest = await Promise.all(statuses.map((one) => sql.read(NEWEST, [one, scope, limit])))
      return newest
        .flat()
        .sort((one, other) => other.updated_at - one.updated_at)
        .slice(0, limit)
        .map(summaryIn)
    },
    findByIdempotencyKey: (key, scope) => readTask(sql, BY_KEY, [key, scope]),

    end: (task) =>
      writes.change(task, null, { events: [changeOf(task)], checkpoint: null, forgetsReplies: true }),

    async countByStatus() {
      const rows = await sql.read(COUNTS, [])
      const counts = { pending: 0, running: 0, completed: 0, failed: 0 }
      return Object.assign(counts, Object.fromEntries(rows.map(({ status, count }) => [status, count])))
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
      const [row] = await sql.read(CHECKPOINT, [id])
      return row === undefined || row.checkpoint === null ? null : spiralIn(row.checkpoint)
    },

    keepReply: (lease, call, what) =>
      writes.keep(lease, { events: [], replies: new Map([[call, JSON.stringify(what)]]) }),

    async repliesOf(id) {
      const rows = await sql.read(KEPT_REPLIES, [id])
      return new Map(rows.map(({ call, reply }) => [call, JSON.parse(reply)]))
    },
  }
}

/** The task that a query finds; null if there is none. */
export async function readTask(
  sql: Sql,
  wanted: Query<typeof TASK>,
  values: unknown[],
): Promise<TaskRecord | null> {
  const [row] = await sql.read(wanted, values)
  return row === undefined ? null : taskIn(row)
}

/** The task in a row. */
export function taskIn(row: RowOf<typeof TASK>): TaskRecord {
  const { id, scope, progress, created_at: createdAt, updated_at: updatedAt } = row
  return {
    ...{ id, scope, progress, createdAt, updatedAt },
    idempotencyKey: row.idempotency_key,
    usesCallerKey: row.uses_caller_key === 1,
    status: row.status as TaskStatus,
    request: JSON.parse(row.request),
    warnings: JSON.parse(row.warnings),
    result: row.result && JSON.parse(row.result),
    error: row.error && JSON.parse(row.error),
  }
}

/** The values of the columns that change: status, progress, result, error and updated_at. */
export function stateOf(task: TaskRecord): [string, number, string | null, string | null, number] {
  const result = task.result && JSON.stringify(task.result)
  const error = task.error && JSON.stringify(task.error)
  return [task.status, task.progress, result, error, task.updatedAt]
}

/** The values of all columns. */
export function valuesOf(task: TaskRecord) {
  return [
    ...[task.id, task.scope, JSON.stringify(task.request), JSON.stringify(task.warnings)],
    ...[task.createdAt, task.idempotencyKey, task.usesCallerKey ? 1 : 0],
    ...stateOf(task),
  ]
}

/** The values by which statements check a lease. */
export function heldBy({ taskId, owner, fence }: TaskLease): [string, string, number] {
  return [taskId, owner, fence]
}

function summaryIn({ request, status, error, ...rest }: RowOf<typeof LISTED>): TaskSummary {
  const query = JSON.parse(request).query.slice(0, LIMITS.listedQueryCharacters)
  return { ...rest, status: status as TaskStatus, query, ...(error !== null && { error: JSON.parse(error) }) }
}

function spiralIn(checkpoint: string): Spiral {
  const spiral = readCheckpoint(JSON.parse(checkpoint))
  if (spiral !== null) return spiral
  const message = 'The checkpoint of this task cannot be read, so it cannot continue. Create the task again.'
  throw new StrettoError('internal_error', message)
}

/** An event as it is stored: a result is stored with its task and need not be stored twice. */
export function storedEvent(event: TaskEvent): string {
  if (event.type !== 'task-change') return JSON.stringify(event)
  const { result: _, ...task } = event.task
  return JSON.stringify({ ...event, task })
}

function changeOf(task: TaskRecord): string {
  return storedEvent({ type: 'task-change', task: viewOf(task) })
}
