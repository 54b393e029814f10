import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { openPostgres, type Postgres, type Queries } from '../../adapters/postgres/postgres.ts'
import { inTurn } from '../../adapters/postgres/turns.ts'
import { type Connection, closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import type { Settings } from '../../config/settings.ts'
import { StartError } from '../../contract/start-error.ts'
import { addressFrom } from '../parts/postgres-address.ts'
import { MOVED_TABLES, type MovedTable, type Row } from './tables.ts'

/** How many rows are sent at once. */
const BATCH = 200

/** Tables that tell whether a database has been used. */
const TELLING = ['tasks', 'results']

/** Columns that go on being numbered after the rows that were moved. */
const NUMBERED = [
  ['questions', 'number'],
  ['results', 'place'],
]

/** Copies the database in DATA_DIR into the one that DATABASE_URL names; returns what to tell the operator. */
export async function moveToPostgres(settings: Settings): Promise<string[]> {
  const { DATA_DIR: folder, DATABASE_URL: url } = settings
  if (url === undefined)
    throw new StartError(
      'DATABASE_URL is missing: set it to the database that everything is to be moved to, for example DATABASE_URL=postgres://stretto@localhost:5432/stretto',
    )
  if (!existsSync(join(folder, 'stretto.db')))
    throw new StartError(
      `There is no database in ${resolve(folder)}. Set DATA_DIR to the folder that has one.`,
    )
  const sqlite = openDatabase(folder)
  const postgres = openPostgres(addressFrom(settings, url))
  try {
    await migrate(postgres)
    const moved = await moveDatabase(sqlite, postgres)
    return [
      `Everything in ${resolve(folder)} is now in the database of DATABASE_URL:`,
      ...[...moved].map(([table, rows]) => `  ${table}: ${rows}`),
      'The folder was left as it is. Start the service with DATABASE_URL from now on.',
    ]
  } finally {
    closeDatabase(sqlite)
    await postgres.close()
  }
}

/**
 * Copies everything from SQLite into PostgreSQL, whose tables must be there and unused; all of it or nothing. Returns
 * how many rows each table got.
 */
function moveDatabase(sqlite: Connection, postgres: Postgres): Promise<Map<string, number>> {
  return inTurn(postgres, 'stretto move', async (queries) => {
    await requireUnused(queries)
    const moved = new Map<string, number>()
    for (const table of MOVED_TABLES) moved.set(table.into, await moveTable(sqlite, queries, table))
    for (const [table, column] of NUMBERED)
      await queries.query(
        `SELECT setval(pg_get_serial_sequence('stretto.${table}', '${column}'), max(${column})) FROM stretto.${table}`,
      )
    return moved
  })
}

async function requireUnused(queries: Queries): Promise<void> {
  for (const table of TELLING) {
    const [found] = await queries.query(`SELECT 1 FROM stretto.${table} LIMIT 1`)
    if (found !== undefined)
      throw new StartError(
        'DATABASE_URL: the database is already in use. Move into an empty one, since nothing is mixed or overwritten.',
      )
  }
}

async function moveTable(sqlite: Connection, queries: Queries, table: MovedTable): Promise<number> {
  const { into, columns, from = `SELECT * FROM ${into}`, changed = {} } = table
  const names = [...columns, ...Object.keys(changed)]
  let count = 0
  let batch: unknown[][] = []
  const send = async () => {
    if (batch.length > 0) await queries.change(insertOf(into, names, batch.length), batch.flat())
    count += batch.length
    batch = []
  }
  for (const row of sqlite.prepare(from).iterate() as Iterable<Row>) {
    batch.push(names.map((name) => sendable(changed[name] === undefined ? row[name] : changed[name](row))))
    if (batch.length === BATCH) await send()
  }
  await send()
  return count
}

/** SQL that inserts so many rows; what is there already, such as vectors of axioms, stays. */
function insertOf(into: string, names: string[], rows: number): string {
  const list = Array.from(
    { length: rows },
    (_, row) => `(${names.map((_, place) => `$${row * names.length + place + 1}`).join(', ')})`,
  )
  return `INSERT INTO stretto.${into} (${names.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${list.join(', ')} ON CONFLICT DO NOTHING`
}

/** A value that the driver of PostgreSQL understands: that of SQLite has bytes in a form of its own. */
function sendable(value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value) : value
}
