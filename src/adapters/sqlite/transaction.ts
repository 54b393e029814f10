/** The part of a database that a transaction needs. */
interface Transactional {
  exec(sql: string): unknown
  open: boolean
  inTransaction: boolean
}

/**
 * Begins a transaction that writes. The lock is taken here, because SQLite refuses it at once to a transaction that
 * has already read. Never by a prepared statement: after one that was refused, later writes were not committed.
 */
export function begin(database: Pick<Transactional, 'exec'>): void {
  database.exec('BEGIN IMMEDIATE')
}

/** Fails on a closed database: a statement would still run, and keep the file locked until it is garbage-collected. */
export function checkOpen({ open }: Pick<Transactional, 'open'>): void {
  if (!open) throw new Error('The database is closed.')
}

/** Whether another program has the lock that a write needs. */
export function isBusy(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}

/** Rolls back the current transaction, if there still is one: on a full disk SQLite does so by itself. */
export function rollBack(database: Transactional): void {
  try {
    // On a closed database, this would make the library abort the process.
    if (database.open && database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The original error is the one to report; the next transaction will run into this one again.
  }
}
