import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { TaskRecord } from '../../../../tasks/task-machine.ts'

/** SQL for a task that may still change. */
export const UNFINISHED = "status IN ('pending', 'running')"

/** SQL for a task that waits in the queue. */
export const WAITING = `${UNFINISHED} AND owner IS NULL`

/** SQL for a task that is still held under a lease, with the values of heldBy as $1 to $3. */
export const HELD = `id = $1 AND owner = $2 AND fence = $3 AND ${UNFINISHED}`

/** The values for HELD. */
export function heldBy({ taskId, owner, fence }: TaskLease): [string, string, number] {
  return [taskId, owner, fence]
}

/** The columns of a task. */
export const COLUMNS =
  'id, scope, request, warnings, status, progress, result, error, created_at, updated_at, idempotency_key, uses_caller_key'

/** A row of these columns. Values are JSON texts, in which every character can be stored, NUL too. */
export interface TaskRow {
  id: string
  scope: string
  request: string
  warnings: string
  status: TaskRecord['status']
  progress: number
  result: string | null
  error: string | null
  created_at: number
  updated_at: number
  idempotency_key: string | null
  uses_caller_key: boolean
}

/** The task in a row. */
export function taskOf(row: TaskRow): TaskRecord {
  return {
    id: row.id,
    scope: row.scope,
    request: JSON.parse(row.request),
    warnings: JSON.parse(row.warnings),
    status: row.status,
    progress: row.progress,
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    idempotencyKey: row.idempotency_key,
    usesCallerKey: row.uses_caller_key,
  }
}

/** The values of the columns of a task. */
export function rowOf(task: TaskRecord): unknown[] {
  const [status, progress, result, error, updatedAt] = stateOf(task)
  return [
    ...[task.id, task.scope, JSON.stringify(task.request), JSON.stringify(task.warnings)],
    ...[status, progress, result, error, task.createdAt, updatedAt],
    ...[task.idempotencyKey, task.usesCallerKey],
  ]
}

/** The values of the columns that change: status, progress, result, error and updated_at. */
export function stateOf(task: TaskRecord): [string, number, string | null, string | null, number] {
  const result = task.result && JSON.stringify(task.result)
  const error = task.error && JSON.stringify(task.error)
  return [task.status, task.progress, result, error, task.updatedAt]
}
