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
import type { PageRecord, StoredValue } from './page-records.ts'

/** Locks belong to processes that are gone, the storage probe contains nothing, and sizes are counted anew. */
const PASSING = ['locks', 'storage_probe', 'cache_sizes']

/** The columns of every table that is recovered, by name. */
export const TABLES: ReadonlyMap<string, Column[]> = new Map(
  [...expectedTables()].filter(([table]) => !PASSING.includes(table)),
)

/** A row for the stores: values by column name, text as bytes. */
export type StoredRow = Record<string, null | number | Buffer>

/** The row in a record, with its table, which is inferred from the types of the values; null if it fits none. */
export function rowIn({ rowId, values }: PageRecord): { table: string; row: StoredRow } | null {
  for (const [table, columns] of TABLES) {
    const all = values.map((value, place) => (columns[place]?.isRowId ? rowId : value))
    if (columns.length !== all.length) continue
    if (!columns.every((column, place) => isOfType(all[place]!, column))) continue
    return { table, row: Object.fromEntries(columns.map(({ name }, place) => [name, plain(all[place]!)])) }
  }
  return null
}

function isOfType(value: StoredValue, { type, required }: Column): boolean {
  if (value === null) return !required
  if (typeof value === 'number') return type === 'INTEGER' || type === 'REAL'
  return type === ('text' in value ? 'TEXT' : 'BLOB')
}

function plain(value: StoredValue): null | number | Buffer {
  if (value === null || typeof value === 'number') return value
  return 'text' in value ? value.text : value.blob
}

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

const READERS = new Map([...TABLES].map(([table, columns]) => [table, storedColumns(kindsOf(columns))]))

/** Throws DamagedData when the service could not read a row. */
export function checkRow(table: string, row: StoredRow): void {
  const read = READERS.get(table)!.read(row)
  for (const name of Object.keys(row)) void read[name]
  CONTENT[table]?.(read as never)
}

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
