import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { isDamage } from '../../storage/damage.ts'
import { type Connection, closeDatabase, databaseInUse, versionOf } from '../database.ts'
import { schemaProblems } from '../schema.ts'
import { type DatabasePages, freePages, openPages } from './database-pages.ts'
import { recordsOn } from './page-records.ts'
import { checkRow, rowIn, type StoredRow, TABLES } from './stored-tables.ts'

/** A row found in the file. */
export interface FoundRow {
  table: string
  row: StoredRow
  /** Whether the service could read it. */
  readable: boolean
}

/** The findings about a database that is locked against other use. */
export interface Examination {
  /** Descriptions of the damage; empty when the database is intact. */
  problems: string[]
  /** For each table: readable rows, damaged rows, and the expected number if known. */
  tables: Map<string, { readable: number; damaged: number; expected: number | null }>
  /** Every row found in the file, damaged or not. */
  rows(): Iterable<FoundRow>
  close(): void
}

/** How many lines of SQLite's own check are reported. */
const MOST_REPORTED = 10

/** Examines the database of a folder and locks it until closed; null when there is none. */
export function examineDatabase(folder: string): Examination | null {
  const file = join(folder, 'stretto.db')
  if (!existsSync(file)) return null
  const { database, problem } = lockDatabase(file, folder)
  const pages = openPages(file)
  const close = () => {
    if (!database.open) return
    if (database.inTransaction) database.exec('ROLLBACK')
    closeDatabase(database)
    pages.close()
  }
  try {
    const rows = () => foundRows(pages)
    const problems = problem === null ? problemsIn(database, folder) : [problem]
    const tables = countRows(rows(), database)
    for (const [table, { damaged }] of tables)
      if (damaged > 0) problems.push(`${damaged} rows of ${table} cannot be read`)
    return { problems: [...new Set(problems)], tables, rows, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Locks a database; if it is too damaged for that, no service can start on it either. */
function lockDatabase(file: string, folder: string): { database: Connection; problem: string | null } {
  const database = new Libsql(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Transfers the write-ahead log, so that all there is stands in one file.
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return { database, problem: null }
  } catch (error) {
    if (isDamage(error)) return { database, problem: (error as Error).message }
    database.close()
    throw databaseInUse(error, folder) ?? error
  }
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

function* foundRows(pages: DatabasePages): Generator<FoundRow> {
  const free = freePages(pages)
  // The first page contains only the list of tables.
  for (let number = 2; number <= pages.count; number++) {
    const page = free.has(number) ? null : pages.page(number)
    if (page === null) continue
    for (const record of recordsOn(page, pages)) {
      const found = rowIn(record)
      if (found !== null) yield { ...found, readable: isReadable(found.table, found.row) }
    }
  }
}

/** Whether the service can read a row. */
export function isReadable(table: string, row: FoundRow['row']): boolean {
  try {
    checkRow(table, row)
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

function countRows(rows: Iterable<FoundRow>, database: Connection): Examination['tables'] {
  const counts: Examination['tables'] = new Map(
    [...TABLES.keys()].map((table) => [
      table,
      { readable: 0, damaged: 0, expected: expectedCount(database, table) },
    ]),
  )
  for (const { table, readable } of rows) counts.get(table)![readable ? 'readable' : 'damaged']++
  return counts
}

/** The expected number of rows of a table, from its index or the table itself, whichever can still be read. */
function expectedCount(database: Connection, table: string): number | null {
  const counts = ['', 'NOT INDEXED'].flatMap((way) => {
    try {
      const row = database.prepare(`SELECT COUNT(*) AS count FROM ${table} ${way}`).get()
      return [(row as { count: number }).count]
    } catch (error) {
      if (isDamage(error)) return []
      throw error
    }
  })
  return counts.length === 0 ? null : Math.max(...counts)
}
