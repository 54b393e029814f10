import Libsql from 'libsql'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { decodeText } from './stored-columns.ts'

/** A column as SQLite describes it. */
export interface Column {
  name: string
  type: string
  required: boolean
}

/** The tables of a database that is up to date, each with its columns in order. */
export function expectedTables(): Map<string, Column[]> {
  const model = new Libsql(':memory:')
  for (const migration of MIGRATIONS) model.exec(migration)
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
export function schemaProblems(database: Database): string[] {
  return [...expectedTables()].flatMap(([table, expected]) => {
    const found = columnsOf(database, table)
    if (found.length === 0) return [`the table ${table} is missing`]
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
