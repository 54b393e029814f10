import type { TaskRecord } from '../../../../tasks/task-machine.ts'
import { taskOf } from '../../../storage/task-row.ts'
import { type StoredColumns, storedColumns } from '../../stored-columns.ts'

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

/** The columns of a task. If only its identity can be read, it counts as failed. */
export const TASK: StoredColumns<TaskRecord> = {
  sql: `${IDENTITY.sql}, ${CONTENT.sql}`,
  read: (row) => taskOf(IDENTITY.read(row), () => CONTENT.read(row)),
}
