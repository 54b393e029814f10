import { expect, it } from 'vitest'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { MIGRATIONS } from '../../src/adapters/postgres/migrations.ts'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'

/** A value for a column of each type. Equal for all columns, so that rows refer to one another. */
const VALUES: Record<string, string> = {
  text: `'one'`,
  int4: '1',
  int8: '1',
  float8: '1.5',
  bool: 'true',
  bytea: `'\\x01'`,
  timestamptz: `'2026-01-01'`,
  vector: `array_fill(1, ARRAY[768])::vector`,
  halfvec: `array_fill(1, ARRAY[768])::halfvec`,
}

interface StoredRow {
  table: string
  row: Record<string, unknown>
}

/** The tables in the order of their creation: those that refer to others come after them. */
async function tablesOf(postgres: Postgres): Promise<string[]> {
  const rows = await postgres.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'stretto'::regnamespace AND relkind = 'r'
       AND relname <> 'schema_version' ORDER BY oid`,
  )
  return rows.map(({ name }) => name)
}

/** Stores a row in every table, as far as no trigger has done so. */
async function fill(postgres: Postgres): Promise<void> {
  for (const table of await tablesOf(postgres)) {
    const columns = await postgres.query<{ name: string; type: string }>(
      `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
       WHERE table_schema = 'stretto' AND table_name = $1 AND is_identity = 'NO'`,
      [table],
    )
    const values = columns.map(({ type }) => VALUES[type] ?? `'a type without a value: ${type}'`)
    await postgres.query(
      `INSERT INTO stretto.${table} (${columns.map(({ name }) => name).join()}) VALUES (${values.join()})
       ON CONFLICT DO NOTHING`,
    )
  }
}

async function rowsOf(postgres: Postgres): Promise<StoredRow[]> {
  const all: StoredRow[] = []
  for (const table of await tablesOf(postgres)) {
    const rows = await postgres.query<{ row: StoredRow['row'] }>(
      `SELECT to_jsonb(stored) AS row FROM stretto.${table} AS stored`,
    )
    all.push(...rows.map(({ row }) => ({ table, row })))
  }
  return all
}

describeWithPostgres('a PostgreSQL database of an earlier version', () => {
  it.each(MIGRATIONS.map((_, place) => place + 1))(
    'is brought from version %i to the current one with all that it held',
    async (version) => {
      const database = await createTestDatabase({ isEmpty: true })
      const postgres = openPostgres({ url: database.url, poolSize: 4 })
      try {
        await postgres.query('CREATE EXTENSION IF NOT EXISTS vector')
        await postgres.query('CREATE SCHEMA stretto')
        await postgres.query('CREATE TABLE stretto.schema_version (version integer NOT NULL)')
        await postgres.query('INSERT INTO stretto.schema_version VALUES ($1)', [version])
        for (const migration of MIGRATIONS.slice(0, version)) await postgres.query(migration)
        await fill(postgres)
        const before = await rowsOf(postgres)
        expect(before).toHaveLength((await tablesOf(postgres)).length)

        await migrate(postgres)
        const after = await rowsOf(postgres)
        // Columns may be added. Where one is moved or dropped, say here what has become of it.
        for (const { table, row } of before)
          expect(after).toContainEqual({ table, row: expect.objectContaining(row) })
        const count = (name: string) => after.filter(({ table }) => table === name).length
        expect(count('question_graph')).toBe(count('questions'))
        expect(await postgres.query('SELECT version FROM stretto.schema_version')).toEqual([
          { version: MIGRATIONS.length },
        ])
      } finally {
        await postgres.close()
        await database.drop()
      }
    },
  )
})
