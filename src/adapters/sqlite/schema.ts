import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'
import { decodeText } from './stored-columns.ts'

type Database = InstanceType<typeof Libsql>

/** A column as SQLite describes it. */
export interface Column {
  name: string
  type: string
  required: boolean
}

/** The tables of a database of a version, of the latest unless told, each with its columns in order. */
export function expectedTables(version = MIGRATIONS.length): Map<string, Column[]> {
  const model = new Libsql(':memory:')
  for (const migration of MIGRATIONS.slice(0, version)) model.exec(migration)
  const tables = model
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as Array<{ name: string }>
  const described = new Map(tables.map(({ name }) => [name, columnsOf(model, name)]))
  model.close()
  return described
}

/** What is missing of the tables, or different in them, a phrase for each. */
export function schemaProblems(database: Database, version = MIGRATIONS.length): string[] {
  const expectedThen = expectedTables(version)
  const known = new Set([...expectedThen.keys(), ...expectedTables().keys()])
  return [...known].flatMap((table) => {
    const found = columnsOf(database, table)
    const expected = expectedThen.get(table) ?? []
    if (found.length === 0 && expected.length > 0) return [`the table ${table} is missing`]
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`the table ${table} has other columns`]
  })
}

/** Fetched as bytes: names in a damaged file need not be text. */
function columnsOf(database: Database, table: string): Column[] {
  const rows = database
    .prepare(
      `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type, "notnull" OR pk AS required
       FROM pragma_table_info(?)`,
    )
    .all(table) as Array<{ name: Uint8Array; type: Uint8Array; required: number }>
  return rows.map(({ name, type, required }) => ({
    name: decodeText(name),
    type: decodeText(type),
    required: required === 1,
  }))
}
