import { join } from 'node:path'
import Libsql from 'libsql'
import { StartError } from '../../contract/start-error.ts'
import { StorageError } from '../../contract/storage-error.ts'
import { damagedFile, makeDataFolder, makePrivate, unusableFolder, unwritableFolder } from './data-folder.ts'
import { begin, createGroupCommit, isBusy, rollBack } from './group-commit.ts'
import { FIRST_VERSION, LATEST_VERSION, migrationsAfter } from './migrations.ts'
import { createStorageHealth, type StorageHealth } from './storage-health.ts'

export type Connection = Libsql.Database

export type Database = Connection & {
  storage: StorageHealth
  writes: ReturnType<typeof createGroupCommit>
}

const FILE = 'stretto.db'

/** What is wrong with the file, by the beginning of the library's error code. */
const UNUSABLE_FILE: Record<string, string> = {
  SQLITE_CANTOPEN: 'the file stretto.db in it cannot be opened',
  SQLITE_READONLY: 'the file stretto.db in it cannot be written',
  SQLITE_PERM: 'the file stretto.db in it cannot be written',
}

/** Errors that mean damage while a file is opened; a mistake in our SQL would fail on every start. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|ERROR$|IOERR_(READ|SHORT_READ|CORRUPTFS))/

/** How long a statement waits for a program that reads or copies the file; meanwhile this process does nothing else. */
const PATIENCE_MS = 1_000

/** More than most writes need: if this fits on the disk, they fit too. */
const PROBE = 'INSERT OR REPLACE INTO storage_probe (id, filler) VALUES (1, randomblob(262144))'

/** Opens the file of a data folder, checks and migrates it. `onStorageChange` is told when writes fail and succeed again. */
export function openDatabase(
  folder: string,
  onStorageChange: (problem: string | null) => void = () => {},
): Database {
  makeDataFolder(folder)
  makePrivate(join(folder, FILE))
  const file = connect(folder)
  const storage = createStorageHealth(() => file.exec(PROBE), onStorageChange)
  const watched = Object.assign(file, { storage })
  const database: Database = Object.assign(watched, { writes: createGroupCommit(watched) })
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA foreign_keys = ON')
    const problem = fileProblem(database)
    if (problem !== null) throw damagedFile(folder, problem)
    migrate(database, folder)
    storage.probe()
  } catch (error) {
    rollBack(database)
    const fault = explained(storage.failed(error), folder)
    storage.close()
    database.close()
    throw fault
  }
  return database
}

/** What SQLite finds wrong with a file, the first only; null if nothing. A gigabyte takes half a second. */
function fileProblem(database: Connection): string | null {
  // As bytes: the library aborts the process on text that is not UTF-8, and this quotes a damaged file.
  const [row] = database
    .prepare('SELECT CAST(quick_check AS BLOB) AS line FROM pragma_quick_check(1)')
    .all() as Array<{ line: ArrayBuffer }>
  const line = Buffer.from(row!.line)
    .toString()
    .replace(/^\*.*\n/, '')
  return line === 'ok' ? null : line
}

function connect(folder: string): Connection {
  try {
    return new Libsql(join(folder, FILE))
  } catch (cause) {
    // The library returns a number and no reason, whatever the cause.
    throw unusableFolder(folder, new Error('the file stretto.db in it cannot be opened', { cause }))
  }
}

/** Checks a database file without changing it; throws a StartError that says what is wrong. */
export function checkDatabase(folder: string): void {
  const file = connect(folder)
  try {
    const problem = fileProblem(file)
    if (problem !== null) throw damagedFile(folder, problem)
    versionOf(file, folder)
  } catch (error) {
    throw explained(error, folder)
  } finally {
    file.close()
  }
}

/** A message for errors that the operator can fix; anything else is a bug and is returned unchanged. */
function explained(error: unknown, folder: string): unknown {
  const cause = error instanceof StorageError ? error.cause : error
  const { code = '', message } = cause as { code?: string; message: string }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return new StartError(
      `Another process is using the data in ${folder}. Stop it, or set DATA_DIR to another folder.`,
      { cause },
    )
  if (DAMAGE.test(code)) return damagedFile(folder, message)
  const why = Object.entries(UNUSABLE_FILE).find(([start]) => code.startsWith(start))?.[1]
  if (why !== undefined) return unusableFolder(folder, new Error(why, { cause: error }))
  return error instanceof StorageError ? unwritableFolder(folder, error) : error
}

/** The version of a database, 0 if it is new; throws a StartError for one that this process cannot use. */
function versionOf(database: Connection, folder: string): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > LATEST_VERSION)
    throw new StartError(
      `The data in ${folder} was written by a newer version of Stretto. Update this one, or set DATA_DIR to another folder.`,
    )
  if (version > 0 && version < FIRST_VERSION)
    throw new StartError(
      `The data in ${folder} was written by an earlier version of Stretto, whose tables this one does not read. Nothing was changed. Finish its tasks with that version; then set DATA_DIR to another folder.`,
    )
  return version
}

/**
 * Writes everything into the database file and releases it. Closing alone would not: prepared statements keep the file
 * open until they are garbage-collected. While another program reads the file, or on a full disk, stored data stays in
 * the write-ahead log, where the next start finds it.
 */
export function closeDatabase(database: Database): void {
  try {
    database.writes.flush()
    database.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    const fault = database.storage.failed(error)
    if (!isBusy(error) && !(fault instanceof StorageError)) throw fault
  } finally {
    database.storage.close()
    database.close()
  }
}

function migrate(database: Connection, folder: string): void {
  const version = versionOf(database, folder)
  if (version === LATEST_VERSION) return
  begin(database)
  for (const migration of migrationsAfter(version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${LATEST_VERSION}; COMMIT`)
}
