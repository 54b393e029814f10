import type { WatchedStorage } from './storage-health.ts'

/** What of a database a transaction needs. */
interface Transactional {
  exec(sql: string): unknown
  open: boolean
  inTransaction: boolean
  storage: Pick<WatchedStorage, 'failed'>
}

/** Does work in one transaction; what fails is told by its own error, and the disk's faults as a StorageError. */
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

/** Undoes the transaction under way, if there still is one: on a full disk SQLite undoes it by itself. */
export function rollBack(database: Omit<Transactional, 'storage'>): void {
  try {
    // Asked of a closed database, the library ends the process.
    if (database.open && database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The error that led here is the one to tell; who begins the next transaction comes by here again.
  }
}

/**
 * Does work whose writes need not wait for the disk: what a process wrote outlives the process, though not a power cut.
 * Whoever writes next and waits for the disk waits for these as well.
 */
export function withoutWaiting<Result>(database: Pick<Transactional, 'exec'>, work: () => Result): Result {
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}
