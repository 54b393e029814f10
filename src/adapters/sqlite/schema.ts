import Libsql from 'libsql'
import { FIRST_VERSION, LATEST_VERSION, MIGRATIONS } from './migrations.ts'
import { decodeText } from './stored-columns.ts'

type Database = InstanceType<typeof Libsql>

/** A column as SQLite describes it. */
export interface Column {
  name: string
  type: string
  required: boolean
  /** Whether it stands for the number of the row, which is not stored among the values. */
  isRowId: boolean
}

let known: ReadonlyMap<string, Column[]> | null = null

/** The tables of a database, each with its columns in order. */
export function expectedTables(): ReadonlyMap<string, Column[]> {
  known ??= createdTables(LATEST_VERSION)
  return known
}

function createdTables(version: number): Map<string, Column[]> {
  const model = new Libsql(':memory:')
  for (const migration of MIGRATIONS.slice(0, version - FIRST_VERSION + 1)) model.exec(migration)
  const tables = model
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as Array<{ name: string }>
  const described = new Map(tables.map(({ name }) => [name, columnsOf(model, name)]))
  model.close()
  return described
}

/** What is missing or different in the tables of a version, one phrase each. */
export function schemaProblems(database: Database, version = LATEST_VERSION): string[] {
  const tables = version === LATEST_VERSION ? expectedTables() : createdTables(version)
  return [...tables].flatMap(([table, expected]) => {
    const found = columnsOf(database, table)
    if (found.length === 0) return [`the table ${table} is missing`]
    return JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [`the table ${table} has unexpected columns`]
  })
}

/** Fetched as bytes: names in a damaged file may not be valid text. */
function columnsOf(database: Database, table: string): Column[] {
  const rows = database
    .prepare(
      `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type, "notnull" OR pk AS required,
         pk AND SUM(pk) OVER () = 1 AS isKey
       FROM pragma_table_info(?)`,
    )
    .all(table) as Array<{
    name: Uint8Array
    type: Uint8Array
    required: number
    isKey: number
  }>
  return rows.map((row) => ({
    name: decodeText(row.name),
    type: decodeText(row.type),
    required: row.required === 1,
    isRowId: row.isKey === 1 && decodeText(row.type) === 'INTEGER',
  }))
}
