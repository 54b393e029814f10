import { z } from 'zod'
import { LIMITS } from '../../../contract/limits.ts'
import {
  type ConsensusRequest,
  Task,
  TaskStatus,
  type TaskSummary,
} from '../../../contract/local-consensus.ts'
import { DamagedTaskStore } from '../../../tasks/damaged-task-store.ts'
import type { TaskRecord } from '../../../tasks/task-machine.ts'
import type { DamageReport } from '../damage.ts'
import { DamagedData, fitting, parseStored } from '../damaged-data.ts'
import type { Columns, Query, RowOf, Sql } from '../sql.ts'

/** The names of this data in damage reports. */
export const TASKS = 'the tasks'
export const REPLIES = 'the replies of unfinished tasks'
export const EVENTS = 'the events of tasks'

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

/** The columns of a task in a list. */
export const SUMMARY = {
  id: 'text',
  request: 'text',
  created_at: 'number',
  status: 'text',
  progress: 'number',
  error: 'text?',
  updated_at: 'number',
} satisfies Columns

/** Their names, as SQL. */
export const TASK_COLUMNS = Object.keys(TASK).join(', ')

/** A row of the columns of a task. */
export type TaskRow = RowOf<typeof TASK>

type Content = Pick<
  TaskRecord,
  'request' | 'warnings' | 'status' | 'progress' | 'result' | 'error' | 'damaged'
>

/**
 * Fields that every version has stored in a request. Others are not checked: a newer version may know more values, and
 * its tasks are not damaged.
 */
const StoredRequest = z.looseObject({ query: z.string(), models: z.array(z.looseObject({})) })
/** Fields that every version has stored in a result; others may be missing in older ones. */
const StoredResult = z.looseObject({ id: z.string(), final_answer: z.string() })
const StoredError = Task.shape.error.unwrap()

/** The error message of a task whose row is damaged. */
export const DAMAGED_TASK =
  'The stored data of this task is damaged, so it cannot continue. Create the task again.'

/** What is shown of such a task. Its request is unknown; of that of a failed task only the order of the models is ever needed. */
const DAMAGED: Content = {
  request: { models: [] as ConsensusRequest['models'] } as ConsensusRequest,
  warnings: [],
  status: 'failed',
  progress: 0,
  result: null,
  error: { code: 'internal_error', message: DAMAGED_TASK },
  damaged: true,
}

/** The task in a row; if only its identity can be read, it counts as failed. */
export function taskIn(row: TaskRow): TaskRecord {
  return {
    id: row.id,
    scope: row.scope,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    idempotencyKey: row.idempotency_key,
    usesCallerKey: row.uses_caller_key === 1,
    ...contentOf(row),
  }
}

/** The task in a row of a list; one that cannot be read counts as failed. */
export function summaryIn(row: RowOf<typeof SUMMARY>): TaskSummary {
  const { status, progress, request, error } = contentOf(row)
  return {
    id: row.id,
    status,
    progress,
    query: (request.query ?? '').slice(0, LIMITS.listedQueryCharacters),
    ...(error === null ? {} : { error }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The task that a query finds; null if there is none. */
export function readTask(sql: Sql, query: Query<typeof TASK>, values: unknown[]): Promise<TaskRecord | null> {
  return readTasks(sql.damage, async () => {
    const [row] = await sql.read(query, values)
    return row === undefined ? null : taskIn(row)
  })
}

/** Reads from the tasks; damage becomes a DamagedTaskStore. */
export async function readTasks<Value>(damage: DamageReport, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    throw unreachable(damage, error)
  }
}

/** The error for a task that cannot be read or stored, if damage is the cause. */
export function unreachable(damage: DamageReport, error: unknown): unknown {
  return damage.takes(TASKS, error) ? new DamagedTaskStore(error) : error
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

/** Lists leave out warnings and results. */
type ContentRow = Pick<TaskRow, 'status' | 'progress' | 'request' | 'error'> &
  Partial<Pick<TaskRow, 'warnings' | 'result'>>

function contentOf(row: ContentRow): Content {
  try {
    const { status, progress, request, warnings = '[]', result = null, error } = row
    return {
      status: fitting(TaskStatus, status, 'task'),
      progress,
      request: fitting(StoredRequest, parseStored(request), 'task') as ConsensusRequest,
      warnings: fitting(z.array(z.string()), parseStored(warnings), 'task'),
      result: result === null ? null : fitting(StoredResult, parseStored(result), 'task'),
      error: error === null ? null : fitting(StoredError, parseStored(error), 'task'),
    }
  } catch (error) {
    if (error instanceof DamagedData) return DAMAGED
    throw error
  }
}
