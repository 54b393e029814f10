import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inTurn, migrate } from '../adapters/postgres/migrate.ts'
import { vectorValue } from '../adapters/postgres/nearest-questions.ts'
import { openPostgres, type Postgres, type Queries } from '../adapters/postgres/postgres.ts'
import { statementsOf } from '../adapters/postgres/sql.ts'
import { type Connection, closeDatabase, openDatabase } from '../adapters/sqlite/database.ts'
import { vectorOf } from '../adapters/storage/sql.ts'
import type { Settings } from '../config/settings.ts'
import { StartError } from '../contract/start-error.ts'
import { addressFrom } from './parts/postgres-storage.ts'

const BATCH = 200

/** Columns that go on being numbered after the rows that were moved. */
const NUMBERED = { questions: 'number', results: 'place' }

/** What is read of each table, in an order in which what is referred to comes first. Leases and sizes arise anew. */
const SOURCES = new Map([
  [
    'tasks',
    // Held by nobody: those that can go on are claimed at the next start and run, the others are claimed and end.
    `SELECT id, scope, request, warnings, status, progress, result, error, checkpoint, created_at, updated_at,
       idempotency_key, uses_caller_key, CASE uses_caller_key WHEN 1 THEN 'moved' END AS owner,
       CASE uses_caller_key WHEN 1 THEN 'epoch' END AS leased_until, 0 AS fence, 0 AS turn,
       (SELECT COALESCE(MAX(number), 0) FROM task_events WHERE task_id = id) AS last_event
     FROM tasks ORDER BY created_at`,
  ],
  ['task_replies', 'SELECT * FROM task_replies'],
  ['task_events', 'SELECT * FROM task_events'],
  [
    'questions',
    `SELECT questions.number, scope, router, edition, fingerprint, fingerprint_hash, normalised_query, query_hash,
       CASE WHEN vector IS NOT NULL THEN embedder END AS embedder, vector
     FROM questions LEFT JOIN question_vectors ON question = questions.number
     WHERE EXISTS (SELECT 1 FROM results WHERE results.question = questions.number)`,
  ],
  ...'results served_questions different_questions cache_tallies counted_runs verdicts responses vectors'
    .split(' ')
    .map((table) => [table, `SELECT * FROM ${table}`] as const),
])

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

/** Copies everything into PostgreSQL, whose tables must be there and unused; returns how many rows each table got. */
function moveDatabase(sqlite: Connection, postgres: Postgres): Promise<Map<string, number>> {
  return inTurn(postgres, 'stretto move', async (queries) => {
    await requireUnused(queries)
    const moved = new Map<string, number>()
    for (const table of SOURCES.keys()) moved.set(table, await moveTable(sqlite, queries, table))
    for (const [table, column] of Object.entries(NUMBERED))
      await queries.query(
        `SELECT setval(pg_get_serial_sequence('stretto.${table}', '${column}'), max(${column})) FROM stretto.${table}`,
      )
    return moved
  })
}

async function requireUnused(queries: Queries): Promise<void> {
  for (const table of ['tasks', 'results']) {
    const [found] = await queries.query(`SELECT 1 FROM stretto.${table} LIMIT 1`)
    if (found !== undefined)
      throw new StartError(
        'DATABASE_URL: the database is already in use. Move into an empty one, since nothing is mixed or overwritten.',
      )
  }
}

async function moveTable(sqlite: Connection, queries: Queries, table: string): Promise<number> {
  const read = sqlite.prepare(SOURCES.get(table)!)
  const names = read.columns().map(({ name }) => name)
  // What is there already, such as vectors of axioms, stays.
  const insert = `INSERT INTO stretto.${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
     VALUES :rows ON CONFLICT DO NOTHING`
  let count = 0
  let batch: unknown[][] = []
  const send = async () => {
    for (const statement of statementsOf({ sql: insert, rows: batch }))
      await queries.change(statement.sql, statement.values)
    count += batch.length
    batch = []
  }
  for (const row of read.raw().iterate() as Iterable<unknown[]>) {
    batch.push(table === 'questions' ? withVector(row) : row)
    if (batch.length === BATCH) await send()
  }
  await send()
  return count
}

/** The row of a question with its vector, which comes last, in the form of PostgreSQL. */
function withVector(row: unknown[]): unknown[] {
  const vector = row.at(-1) as Buffer | null
  return vector === null ? row : row.with(-1, vectorValue(vectorOf(vector)))
}
