import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { createDamageReport, isDamage } from '../../storage/damage.ts'
import { type Connection, closeDatabase, databaseInUse, openDatabase, versionOf } from '../database.ts'
import { rowAt, rowNumbers } from '../readable-rows.ts'
import { schemaProblems } from '../schema.ts'
import { TABLES } from './stored-tables.ts'

/** The numbers of the rows of a table. */
interface Rows {
  readable: number[]
  unreadable: number[]
}

/** The findings about a database that is locked against other use. */
export interface Examination {
  /** Descriptions of the damage; empty when the database is intact. */
  problems: string[]
  tables: Map<string, Rows>
  /** For reading these rows. */
  database: Connection
  close(): void
}

/** How many lines of SQLite's own check are reported. */
const MOST_REPORTED = 10

/** Examines the database of a folder and locks it until closed; null when there is none. */
export function examineDatabase(folder: string): Examination | null {
  const file = join(folder, 'stretto.db')
  if (!existsSync(file)) return null
  const { database, problem, remove } = lockReadable(file, folder)
  const close = () => {
    if (database.open) closeDatabase(database)
    remove()
  }
  try {
    const problems = problem === null ? problemsIn(database, folder) : [problem]
    const tables = new Map([...TABLES.keys()].map((table) => [table, rowsOf(database, table)]))
    for (const [table, { readable, unreadable }] of tables)
      if (unreadable.length > 0)
        problems.push(
          `${unreadable.length} of ${readable.length + unreadable.length} rows of ${table} cannot be read`,
        )
    return { problems: [...new Set(problems)], tables, database, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Locks a database; one whose list of tables is damaged is read as a copy, since no service can start on it either. */
function lockReadable(file: string, folder: string) {
  try {
    return { database: lockDatabase(file, folder), problem: null, remove: () => {} }
  } catch (error) {
    if (!isDamage(error)) throw error
    const copies = mkdtempSync(join(folder, 'repair-'))
    const remove = () => rmSync(copies, { recursive: true, force: true })
    const database = new Libsql(copyWithNewList(file, copies))
    return { database, problem: (error as Error).message, remove }
  }
}

function lockDatabase(file: string, folder: string): Connection {
  const database = new Libsql(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Transfers the write-ahead log, so that all there is stands in one file.
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    database.exec('SELECT COUNT(*) FROM sqlite_schema')
    return database
  } catch (error) {
    database.close()
    throw databaseInUse(error, folder) ?? error
  }
}

/** The places of numbers in the first page of a file: how many pages it has, and how many of them are free. */
const PAGES_AT = 28
const FREE_AT = 32
const PAGE_BYTES = 4096

/** Copies a file and gives it the first page, with the list of tables, of a new one, whose tables begin on the same pages. */
function copyWithNewList(file: string, folder: string): string {
  closeDatabase(openDatabase(folder))
  const first = readFileSync(join(folder, 'stretto.db')).subarray(0, PAGE_BYTES)
  first.writeUInt32BE(Math.floor(statSync(file).size / PAGE_BYTES), PAGES_AT)
  first.fill(0, FREE_AT, FREE_AT + 8)
  const copy = join(folder, 'copy.db')
  copyFileSync(file, copy)
  writeFileSync(copy, first, { flag: 'r+' })
  return copy
}

function problemsIn(database: Connection, folder: string): string[] {
  // One of an earlier version is brought to the current one at the next start.
  const version = versionOf(database, folder) || undefined
  const unversioned = version === undefined ? ['the version of its tables is missing'] : []
  const examined = [() => schemaProblems(database, version), () => pageProblems(database)].map(examineSafely)
  return [...unversioned, ...examined.flat()]
}

/** The problems that SQLite finds in its own pages. */
function pageProblems(database: Connection): string[] {
  const rows = database
    .prepare(`SELECT CAST(integrity_check AS BLOB) AS line FROM pragma_integrity_check(${MOST_REPORTED})`)
    .all() as Array<{ line: Uint8Array }>
  return rows
    .flatMap(({ line }) => Buffer.from(line).toString().split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'))
}

/** The result of an examination, or a note that the damage prevents it. */
function examineSafely(examine: () => string[]): string[] {
  try {
    return examine()
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message]
    throw error
  }
}

/** The rows of a table that the service could read, and the others. */
function rowsOf(database: Connection, table: string): Rows {
  const damage = createDamageReport()
  const { sql, check } = TABLES.get(table)!
  const rows: Rows = { readable: [], unreadable: [] }
  for (const number of rowNumbers({ database, table, part: table, damage })) {
    const isReadable = damage.around(
      table,
      () => check(rowAt(database, { table, columns: sql, number })),
      false,
    )
    rows[isReadable ? 'readable' : 'unreadable'].push(number)
  }
  return rows
}
