import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'
import { decodeText } from './stored-columns.ts'

type Database = InstanceType<typeof Libsql>

/** A column as SQLite describes it. */
export interface Column {
  name: string
  type: string
  required: boolean
  /** SQL of the default value, for rows without a value or stored before the column existed. */
  default: string | null
  /** Whether it stands for the number of the row, which is not stored among the values. */
  isRowId: boolean
}

const known = new Map<number, ReadonlyMap<string, Column[]>>()

/** The tables of a database version (default: the latest), each with its columns in order. */
export function expectedTables(version = MIGRATIONS.length): ReadonlyMap<string, Column[]> {
  const tables = known.get(version) ?? createdTables(version)
  known.set(version, tables)
  return tables
}

function createdTables(version: number): Map<string, Column[]> {
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

/** What is missing or different in the tables, one phrase each. */
export function schemaProblems(database: Database, version = MIGRATIONS.length): string[] {
  const expectedThen = expectedTables(version)
  const names = new Set([...expectedThen.keys(), ...expectedTables().keys()])
  return [...names].flatMap((table) => {
    const found = columnsOf(database, table)
    const expected = expectedThen.get(table) ?? []
    if (found.length === 0 && expected.length > 0) return [`the table ${table} is missing`]
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
         CAST(dflt_value AS BLOB) AS "default", pk AND SUM(pk) OVER () = 1 AS isKey
       FROM pragma_table_info(?)`,
    )
    .all(table) as Array<{
    name: Uint8Array
    type: Uint8Array
    required: number
    default: Uint8Array | null
    isKey: number
  }>
  return rows.map((row) => ({
    name: decodeText(row.name),
    type: decodeText(row.type),
    required: row.required === 1,
    default: row.default && decodeText(row.default),
    isRowId: row.isKey === 1 && decodeText(row.type) === 'INTEGER',
  }))
}
