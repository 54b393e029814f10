import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { NewerCheckpoint } from '../../../tasks/checkpoint.ts'
import { isFinished } from '../../../tasks/task-machine.ts'
import { DamagedData } from '../damage.ts'
import { type Column, defaultOf, expectedTables, fewestValues } from '../schema.ts'
import { parseStored, storedColumns, vectorOf } from '../stored-columns.ts'
import { readResponse, readTrace } from '../stores/past-questions/result-row.ts'
import { checkpointIn, readReply } from '../stores/tasks/task-progress.ts'
import { TASK } from '../stores/tasks/task-row.ts'
import type { PageRecord, StoredValue } from './page-records.ts'

/** The columns of every table that is recovered, by name; the most valuable tables come first. */
export const TABLES = tablesKept()

function tablesKept(): ReadonlyMap<string, Column[]> {
  const expected = expectedTables()
  const names = new Set(['tasks', 'task_replies', ...expected.keys()])
  // Claims and leases belong to processes that are gone, the storage probe contains nothing, and sizes are counted anew.
  for (const passing of ['flight_claims', 'task_leases', 'storage_probe', 'cache_sizes'])
    names.delete(passing)
  return new Map([...names].map((table) => [table, expected.get(table)!]))
}

/** The default values of columns that were added to a table after a row was stored. */
const ADDED: ReadonlyMap<string, StoredValue[]> = new Map(
  [...fewestValues()].map(([table, fewest]) => [
    table,
    (TABLES.get(table) ?? []).slice(fewest).map((column) => {
      const value = defaultOf(column)
      return typeof value === 'string' ? { text: Buffer.from(value) } : value
    }),
  ]),
)

/** The values of a record with its row number and the columns added since; too few values for the table stay too few. */
function completed(table: string, { rowId, values }: PageRecord): StoredValue[] {
  const added = ADDED.get(table) ?? []
  const columns = TABLES.get(table) ?? []
  const missing = columns.length - values.length
  const all = missing > 0 && missing <= added.length ? [...values, ...added.slice(-missing)] : values
  return all.map((value, place) => (value === null && columns[place]?.isRowId ? rowId : value))
}

const HASH = /^[0-9a-f]{64}$/

/** The table of a record, inferred from the types of its values; null if it fits none. */
export function tableOf(record: PageRecord): string | null {
  const { ofTable, values } = record
  for (const [table, columns] of TABLES) {
    const row = completed(table, record)
    if (ofTable === (table === 'vectors') || columns.length !== row.length) continue
    if (!columns.every((column, place) => isOfType(row[place]!, column))) continue
    if (!['served_questions', 'different_questions'].includes(table)) return table
    // Both consist of two texts and a time, like claims.
    const [first, second] = values.map((value) => (isText(value) ? value.text.toString('latin1') : ''))
    if (HASH.test(first ?? '')) return null
    return HASH.test(second ?? '') ? 'different_questions' : 'served_questions'
  }
  return null
}

function isOfType(value: StoredValue, { type, required }: Column): boolean {
  if (value === null) return !required
  if (type === 'TEXT') return isText(value)
  if (type === 'BLOB') return typeof value === 'object' && 'blob' in value
  return typeof value === 'number'
}

function isText(value: StoredValue): value is { text: Buffer } {
  return typeof value === 'object' && value !== null && 'text' in value
}

/** A record as a row for the stores: values by column name, text as bytes. */
export function rowOf(table: string, record: PageRecord): Record<string, null | number | Buffer> {
  const columns = TABLES.get(table) ?? []
  const row = completed(table, record)
  return Object.fromEntries(columns.map(({ name }, place) => [name, plain(row[place]!)]))
}

function plain(value: StoredValue): null | number | Buffer {
  if (value === null || typeof value === 'number') return value
  return 'text' in value ? value.text : value.blob
}

const RESPONSE = storedColumns({ response: 'text' })
const EVENT = storedColumns({ event: 'text' })
const VECTOR = storedColumns({ vector: 'blob' })

/** Checks of row content beyond types. */
const CONTENT: Record<string, (row: unknown) => unknown> = {
  tasks: checkTask,
  task_replies: readReply,
  task_events: (row) => parseStored(EVENT.read(row).event),
  result_responses: (row) => readResponse(RESPONSE.read(row).response),
  result_traces: readTrace,
  question_vectors: (row) => vectorOf(VECTOR.read(row).vector, EMBEDDING_DIMENSIONS),
  vectors: (row) => vectorOf(VECTOR.read(row).vector, EMBEDDING_DIMENSIONS),
}

/** Throws DamagedData when the service could not read a row. */
export function checkRow(table: string, row: Record<string, null | number | Buffer>): void {
  WHOLE.get(table)?.read(row)
  CONTENT[table]?.(row)
}

const WHOLE = new Map([...TABLES].map(([table, columns]) => [table, storedColumns(kindsOf(columns))]))

function kindsOf(columns: Column[]): Parameters<typeof storedColumns>[0] {
  const texts = { true: 'text', false: 'text?' } as const
  return Object.fromEntries(
    columns.map(({ name, type, required }) => [
      name,
      type === 'TEXT' ? texts[`${required}`] : type === 'BLOB' ? 'blob' : 'number',
    ]),
  )
}

/** A failed task is finished, whatever else of it is damaged. */
function checkTask(row: unknown): void {
  const task = TASK.read(row)
  const { status } = row as { status: Buffer }
  if (status.toString() === 'failed') return
  if (task.damaged) throw new DamagedData('a task cannot be read')
  if (!isFinished(task)) checkCheckpoint(row)
}

/** A checkpoint of a newer version is not damaged. */
function checkCheckpoint(row: unknown): void {
  try {
    checkpointIn(row)
  } catch (error) {
    if (!(error instanceof NewerCheckpoint)) throw error
  }
}
