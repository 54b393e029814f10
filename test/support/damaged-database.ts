import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import type { Connection } from '../../src/adapters/sqlite/database.ts'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'

const PAGE_BYTES = 4096

/** Does something with the database of a service that is stopped. */
export function inDatabase<Result>(folder: string, work: (database: Connection) => Result): Result {
  const database = new Libsql(databaseFile(folder))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** The database file of a data folder. */
export function databaseFile(folder: string): string {
  return join(folder, 'stretto.db')
}

/** The numbers of the pages a table or an index takes up: those of one kind, or all. */
export function pagesOf(folder: string, name: string, kind = '%'): number[] {
  return inDatabase(folder, (database) =>
    (
      database
        .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype LIKE ? ORDER BY pageno')
        .all(name, kind) as Array<{ pageno: number }>
    ).map(({ pageno }) => pageno),
  )
}

/** How many pages a database has. */
export function pageCount(folder: string): number {
  return readFileSync(databaseFile(folder)).length / PAGE_BYTES
}

/** Writes over whole pages, by default with bytes that are neither a page nor text. */
export function overwritePages(
  folder: string,
  pages: number[],
  bytes: Buffer = Buffer.alloc(PAGE_BYTES, 0xa5),
): void {
  const file = readFileSync(databaseFile(folder))
  for (const page of pages) bytes.copy(file, (page - 1) * PAGE_BYTES)
  writeFileSync(databaseFile(folder), file)
}

/** Writes over bytes of the file. */
export function overwriteBytes(folder: string, offset: number, bytes: Buffer): void {
  const file = readFileSync(databaseFile(folder))
  bytes.copy(file, offset)
  writeFileSync(databaseFile(folder), file)
}

/** Cuts the file off after so many pages. */
export function cutAfter(folder: string, pages: number): void {
  truncateSync(databaseFile(folder), Math.floor(pages * PAGE_BYTES))
}

/** A log that keeps its lines, from warnings on. */
export function keptLog() {
  const lines: Array<{ level: string; msg: string }> = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
