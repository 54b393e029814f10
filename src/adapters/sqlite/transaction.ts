import type { WatchedStorage } from './storage-health.ts'

/** The part of a database that a transaction needs. */
interface Transactional {
  exec(sql: string): unknown
  open: boolean
  inTransaction: boolean
  storage: Pick<WatchedStorage, 'failed'>
}

/** Runs work in one transaction; a failure keeps its own error, and disk errors become a StorageError. */
export function transact<Result>(database: Transactional, work: () => Result): Result {
  try {
    database.exec('BEGIN')
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw database.storage.failed(error)
  }
}

/** Rolls back the current transaction, if there still is one: on a full disk SQLite does so by itself. */
export function rollBack(database: Omit<Transactional, 'storage'>): void {
  try {
    // On a closed database, this would make the library abort the process.
    if (database.open && database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The original error is the one to report; the next transaction will run into this one again.
  }
}

/**
 * Runs work whose writes need not wait for the disk: they survive the process, but not a power failure. The next write
 * that waits for the disk waits for these as well.
 */
export function withoutWaiting<Result>(database: Pick<Transactional, 'exec'>, work: () => Result): Result {
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}
