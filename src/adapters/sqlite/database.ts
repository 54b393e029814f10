import { join } from 'node:path'
import Libsql from 'libsql'
import { StartError } from '../../contract/start-error.ts'
import { StorageError } from '../../contract/storage-error.ts'
import { isDamage } from '../storage/damage.ts'
import { DamagedData } from '../storage/damaged-data.ts'
import { damagedFile, makeDataFolder, unusableFolder, unwritableFolder } from './data-folder.ts'
import { createGroupCommit, type Writes } from './group-commit.ts'
import { FIRST_VERSION, LATEST_VERSION, MIGRATIONS } from './migrations.ts'
import { schemaProblems } from './schema.ts'
import { createStorageHealth, type WatchedStorage } from './storage-health.ts'
import { begin, isBusy, LONG_PATIENCE_MS, PATIENCE_MS, rollBack, setPatience } from './transaction.ts'

/** A connection to a database file. */
export type Connection = InstanceType<typeof Libsql>

/** The database, with the state of its disk and the one way to write to it. */
export type Database = Connection & { storage: WatchedStorage; writes: Writes }

/** What is wrong with the file, by the beginning of the library's error code. */
const UNUSABLE_FILE: Record<string, string> = {
  SQLITE_CANTOPEN: 'the file stretto.db in it cannot be opened',
  SQLITE_READONLY: 'the file stretto.db in it cannot be written',
  SQLITE_PERM: 'the file stretto.db in it cannot be written',
}

/** More than most writes need: if this fits on the disk, they fit too. */
const PROBE = 'INSERT OR REPLACE INTO storage_probe (id, filler) VALUES (1, randomblob(262144))'

/**
 * Opens the database file of a data folder, migrates it and checks that it can be written. Several processes of one
 * machine can have it open.
 * `onStorageChange` is called with the reason when writes begin to fail, and with null when they succeed again.
 */
export function openDatabase(
  folder: string,
  onStorageChange: (problem: string | null) => void = () => {},
): Database {
  makeDataFolder(folder)
  const file = connect(folder)
  const storage = createStorageHealth({ write: () => file.exec(PROBE), onChange: onStorageChange })
  const watched = Object.assign(file, { storage })
  const database: Database = Object.assign(watched, { writes: createGroupCommit(watched) })
  try {
    setPatience(database, LONG_PATIENCE_MS)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA foreign_keys = ON')
    migrate(database, folder)
    const problems = schemaProblems(database)
    if (problems.length > 0) throw new DamagedData(problems.join(', '))
    tryDisk(storage)
    setPatience(database, PATIENCE_MS)
  } catch (error) {
    rollBack(database)
    const fault = explained(storage.failed(error), folder)
    storage.close()
    database.close()
    throw fault
  }
  return database
}

/** Fails when the disk cannot be written. A damaged page does not stop a start that does not need it. */
function tryDisk(storage: WatchedStorage): void {
  try {
    storage.probe()
  } catch (error) {
    if (!isDamage(error)) throw error
  }
}

function connect(folder: string): Connection {
  try {
    return new Libsql(join(folder, 'stretto.db'))
  } catch (cause) {
    // The library returns a number and no reason, whatever the cause.
    throw unusableFolder(folder, new Error('the file stretto.db in it cannot be opened', { cause }))
  }
}

/** A message for errors that the operator can fix; anything else is a bug and is returned unchanged. */
function explained(error: unknown, folder: string): unknown {
  const cause = error instanceof StorageError ? error.cause : error
  const { code = '' } = cause as { code?: string }
  const inUse = databaseInUse(cause, folder)
  if (inUse !== null) return inUse
  // A mistake in our SQL would fail on every start; here it means that the tables are not as expected.
  if (isDamage(error) || code === 'SQLITE_ERROR') return damagedFile(folder, error as Error)
  const why = Object.entries(UNUSABLE_FILE).find(([start]) => code.startsWith(start))?.[1]
  if (why !== undefined) return unusableFolder(folder, new Error(why, { cause: error }))
  return error instanceof StorageError ? unwritableFolder(folder, error) : error
}

/** The error for a database that another process is repairing or keeps locked; null when that is not the cause. */
export function databaseInUse(error: unknown, folder: string): StartError | null {
  const { code = '' } = error as { code?: string }
  if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) return null
  return new StartError(
    `Another Stretto process is using the data in ${folder}. Stop it, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}

/** The version of a database, 0 if it is new; throws a StartError for one that this process cannot use. */
export function versionOf(database: Connection, folder: string): number {
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
 * open until they are garbage-collected. While other processes use the file, or on a full disk, stored data stays in
 * the write-ahead log, where they or the next start find it.
 */
export function closeDatabase(database: Connection & Partial<Pick<Database, 'storage' | 'writes'>>): void {
  try {
    database.writes?.flush()
    database.exec('PRAGMA journal_mode = DELETE')
    // For one that was locked exclusively: the lock is released at the next access, even if tables are damaged.
    database.exec('PRAGMA locking_mode = NORMAL')
    database.exec('PRAGMA user_version')
  } catch (error) {
    if (isBusy(error)) return
    const fault = database.storage?.failed(error) ?? error
    // Damaged data stays as it is until it is repaired.
    if (!(fault instanceof StorageError) && !isDamage(error)) throw fault
  } finally {
    database.storage?.close()
    database.close()
  }
}

function migrate(database: Connection, folder: string): void {
  if (versionOf(database, folder) === LATEST_VERSION) return
  begin(database)
  // Read again under the lock: another process may be migrating the same file.
  const version = versionOf(database, folder)
  for (const migration of MIGRATIONS.slice(Math.max(0, version - FIRST_VERSION + 1))) database.exec(migration)
  database.exec(`PRAGMA user_version = ${LATEST_VERSION}; COMMIT`)
}
