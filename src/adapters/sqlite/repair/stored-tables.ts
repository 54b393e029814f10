import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { NewerCheckpoint } from '../../../tasks/checkpoint.ts'
import { isFinished } from '../../../tasks/task-machine.ts'
import { DamagedData, parseStored } from '../../storage/damaged-data.ts'
import { readResponse } from '../../storage/past-questions/result-row.ts'
import type { Kind } from '../../storage/sql.ts'
import { readKeptCall } from '../../storage/tasks/kept-call.ts'
import { spiralIn } from '../../storage/tasks/stored-tasks.ts'
import { type TaskRow, taskIn } from '../../storage/tasks/task-row.ts'
import { vectorOf } from '../../storage/vector-bytes.ts'
import { type Column, expectedTables } from '../schema.ts'
import { storedColumns } from '../stored-columns.ts'

/** Locks belong to processes that are gone, the storage probe contains nothing, and sizes are counted anew. */
const PASSING = ['locks', 'storage_probe', 'cache_sizes']

/** Checks of the content of rows beyond types. */
const CONTENT: Record<string, (row: never) => unknown> = {
  tasks: checkTask,
  task_replies: ({ reply }: { reply: string }) => readKeptCall(reply),
  task_events: ({ event }: { event: string }) => parseStored(event),
  results: ({ response }: { response: string }) => readResponse(response),
  counted_runs: ({ run }: { run: string }) => parseStored(run),
  verdicts: ({ verdict }: { verdict: string }) => parseStored(verdict),
  question_vectors: checkVector,
  vectors: checkVector,
}

/** Every table that is recovered, with SQL for its columns and a check of a row, which throws DamagedData if it is unreadable. */
export const TABLES = new Map(
  [...expectedTables()]
    .filter(([table]) => !PASSING.includes(table))
    .map(([table, columns]) => {
      const { sql, read } = storedColumns(kindsOf(columns))
      const check = (stored: unknown): boolean => {
        if (stored === undefined) return false
        const row = read(stored)
        for (const { name } of columns) void row[name]
        CONTENT[table]?.(row as never)
        return true
      }
      return [table, { sql, check }]
    }),
)

function kindsOf(columns: Column[]): Record<string, Kind> {
  const kindOf = ({ type, required }: Column): Kind => {
    if (type === 'TEXT') return required ? 'text' : 'text?'
    return type === 'BLOB' ? 'blob' : 'number'
  }
  return Object.fromEntries(columns.map((column) => [column.name, kindOf(column)]))
}

function checkVector({ vector }: { vector: Uint8Array }): void {
  vectorOf(vector, EMBEDDING_DIMENSIONS)
}

/** A failed task is finished, whatever else of it is damaged, and a checkpoint of a newer version is not damaged. */
function checkTask(row: TaskRow & { checkpoint: string | null }): void {
  const task = taskIn(row)
  if (row.status === 'failed') return
  if (task.damaged) throw new DamagedData('a task cannot be read')
  if (isFinished(task)) return
  try {
    spiralIn(row)
  } catch (error) {
    if (!(error instanceof NewerCheckpoint)) throw error
  }
}
