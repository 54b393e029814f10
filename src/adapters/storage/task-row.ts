import { z } from 'zod'
import type { ErrorCode } from '../../contract/error-codes.ts'
import { ConsensusRequest, Task, TaskStatus } from '../../contract/local-consensus.ts'
import type { TaskRecord } from '../../tasks/task-machine.ts'
import { DamagedData, fitting, parseStored } from './damaged-data.ts'

/** The columns of a task, in the order of `valuesOf`. */
export const TASK_COLUMNS =
  'id, scope, request, warnings, created_at, idempotency_key, uses_caller_key, status, progress, result, error, updated_at'

/** What identifies a stored task. */
export interface TaskIdentity {
  id: string
  scope: string
  created_at: number
  updated_at: number
  idempotency_key: string | null
  uses_caller_key: number | boolean
}

/** The rest of a stored task; values are JSON texts, which come back exactly as they were written. */
export interface TaskContent {
  request: string
  warnings: string
  status: string
  progress: number
  result: string | null
  error: string | null
}

type Content = Pick<
  TaskRecord,
  'request' | 'warnings' | 'status' | 'progress' | 'result' | 'error' | 'damaged'
>

/** Fields that every version has stored in a result; others may be missing in older ones. */
const StoredResult = z.looseObject({ id: z.string(), final_answer: z.string() })

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
export function taskOf(identity: TaskIdentity, readContent: () => TaskContent): TaskRecord {
  return {
    id: identity.id,
    scope: identity.scope,
    createdAt: identity.created_at,
    updatedAt: identity.updated_at,
    idempotencyKey: identity.idempotency_key,
    usesCallerKey: Boolean(identity.uses_caller_key),
    ...contentOf(readContent),
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

function contentOf(read: () => TaskContent): Content {
  try {
    const { status, progress, request, warnings, result, error } = read()
    return {
      status: fitting(TaskStatus, status, 'task'),
      progress,
      request: fitting(ConsensusRequest, parseStored(request), 'task'),
      warnings: fitting(z.array(z.string()), parseStored(warnings), 'task'),
      result: result === null ? null : fitting(StoredResult, parseStored(result), 'task'),
      error: error === null ? null : fitting<StoredError>(StoredErrorSchema, parseStored(error), 'task'),
    }
  } catch (error) {
    if (error instanceof DamagedData) return DAMAGED
    throw error
  }
}

const StoredErrorSchema = Task.shape.error.unwrap()

type StoredError = { code: ErrorCode; message: string }
