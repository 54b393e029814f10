import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { NewerCheckpoint } from '../../../tasks/checkpoint.ts'
import { isFinished } from '../../../tasks/task-machine.ts'
import { DamagedData, parseStored } from '../../storage/damaged-data.ts'
import { type Column, expectedTables } from '../schema.ts'
import { storedColumns, vectorOf } from '../stored-columns.ts'
import { readResponse, readTrace } from '../stores/past-questions/result-row.ts'
import { TASK } from '../stores/tasks/task-columns.ts'
import { checkpointIn, readReply } from '../stores/tasks/task-progress.ts'
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

/** Values that rows lack which were stored before a column was added, by the SQL of its default. */
const DEFAULTS: Record<string, StoredValue> = { "'[]'": { text: Buffer.from('[]') }, '0': 0 }

/** The values of a record with its row number and the columns added since; too few values for the table stay too few. */
function completed(columns: Column[], { rowId, values }: PageRecord): StoredValue[] {
  const added = columns
    .slice(values.length)
    .flatMap(({ default: sql }) => (sql !== null && sql in DEFAULTS ? [DEFAULTS[sql]!] : []))
  return [...values, ...added].map((value, place) =>
    value === null && columns[place]?.isRowId ? rowId : value,
  )
}

const HASH = /^[0-9a-f]{64}$/

/** The table of a record, inferred from the types of its values; null if it fits none. */
export function tableOf(record: PageRecord): string | null {
  const { ofTable, values } = record
  for (const [table, columns] of TABLES) {
    const row = completed(columns, record)
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
  const row = completed(columns, record)
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
