import { z } from 'zod'
import type { ErrorCode } from '../../../../contract/error-codes.ts'
import { ConsensusRequest, Task, TaskStatus } from '../../../../contract/local-consensus.ts'
import type { TaskRecord } from '../../../../tasks/task-machine.ts'
import { DamagedData } from '../../damage.ts'
import { parseStored, type StoredColumns, storedColumns } from '../../stored-columns.ts'

const IDENTITY = storedColumns({
  id: 'text',
  scope: 'text',
  created_at: 'number',
  updated_at: 'number',
  idempotency_key: 'text?',
  uses_caller_key: 'number',
})

const CONTENT = storedColumns({
  request: 'text',
  warnings: 'text',
  status: 'text',
  progress: 'number',
  result: 'text?',
  error: 'text?',
})

/** Fields that every version has stored in a result; others may be missing in older ones. */
const StoredResult = z.looseObject({ id: z.string(), final_answer: z.string() })

type Content = Pick<
  TaskRecord,
  'request' | 'warnings' | 'status' | 'progress' | 'result' | 'error' | 'damaged'
>

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

/** The columns of a task. If only its identity can be read, it counts as failed. */
export const TASK: StoredColumns<TaskRecord> = {
  sql: `${IDENTITY.sql}, ${CONTENT.sql}`,
  read(row) {
    const identity = IDENTITY.read(row)
    return {
      id: identity.id,
      scope: identity.scope,
      createdAt: identity.created_at,
      updatedAt: identity.updated_at,
      idempotencyKey: identity.idempotency_key,
      usesCallerKey: identity.uses_caller_key === 1,
      ...contentOf(row),
    }
  },
}

/** The values of the columns that change: status, progress, result, error and updated_at. */
export function stateColumns(task: TaskRecord): [string, number, string | null, string | null, number] {
  const result = task.result && JSON.stringify(task.result)
  const error = task.error && JSON.stringify(task.error)
  return [task.status, task.progress, result, error, task.updatedAt]
}

function contentOf(row: unknown): Content {
  try {
    const { status, progress, request, warnings, result, error } = CONTENT.read(row)
    return {
      status: fitting(TaskStatus, status),
      progress,
      request: fitting(ConsensusRequest, parseStored(request)),
      warnings: fitting(z.array(z.string()), parseStored(warnings)),
      result: result === null ? null : fitting(StoredResult, parseStored(result)),
      error: error === null ? null : (fitting(Task.shape.error.unwrap(), parseStored(error)) as StoredError),
    }
  } catch (error) {
    if (error instanceof DamagedData) return DAMAGED
    throw error
  }
}

type StoredError = { code: ErrorCode; message: string }

/** The value itself if it is valid; anything a schema would add or remove stays as stored. */
function fitting<Value>(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): Value {
  if (!schema.safeParse(value).success) throw new DamagedData('a stored task does not fit its schema')
  return value as Value
}
