import type Libsql from 'libsql'
import type { StorageHealth } from './storage-health.ts'

interface Waiting {
  work: () => unknown
  waitsForDisk: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** How long the work of a group may take, so that hundreds of results do not block the process: the rest is the next group. */
const LONGEST_GROUP_MS = 5

/** The least time between two groups, so that what a run writes step by step is stored together. */
const LEAST_PAUSE_MS = 2

/**
 * The one way in which a process writes to its database: the writes of a few milliseconds share a transaction, since the
 * commit is the expensive part, so runs that end together wait once. The first write after a while is stored at once. After a group the next one pauses for as long as
 * it took, which leaves half the time for others under load and makes groups larger. If work fails, each of its group
 * runs again in a transaction of its own.
 */
export function createGroupCommit(database: Libsql.Database & { storage: StorageHealth }) {
  const commit = database.prepare('COMMIT')
  let waiting: Waiting[] = []
  let isScheduled = false
  let restsUntil = 0
  let isSynchronous = true

  /** Whether commits wait for the disk; those that do wait for the earlier ones as well. */
  function setSynchronous(next: boolean): void {
    if (next === isSynchronous) return
    database.exec(`PRAGMA synchronous = ${next ? 'FULL' : 'NORMAL'}`)
    isSynchronous = next
  }

  function commitWaiting(longestMs = LONGEST_GROUP_MS): void {
    const group = waiting
    waiting = []
    isScheduled = false
    if (group.length === 0) return
    const startedAt = performance.now()
    settle(group, startedAt + longestMs)
    const endedAt = performance.now()
    restsUntil = endedAt + (group.length > 1 ? Math.max(LEAST_PAUSE_MS, endedAt - startedAt) : LEAST_PAUSE_MS)
    if (waiting.length > 0) schedule(restsUntil - endedAt)
  }

  /** Settles as much of a group as can be done until a time, at least one; the rest waits at the front. */
  function settle(group: Waiting[], until = Number.POSITIVE_INFINITY): void {
    const results: unknown[] = []
    try {
      checkOpen(database)
      setSynchronous(group.some(({ waitsForDisk }) => waitsForDisk))
      begin(database)
      do results.push(group[results.length]!.work())
      while (results.length < group.length && performance.now() < until)
      commit.run()
      results.forEach((result, place) => {
        group[place]!.resolve(result)
      })
      if (results.length < group.length) waiting = [...group.slice(results.length), ...waiting]
    } catch (error) {
      rollBack(database)
      // Failures are rare: marking where each work begins, to roll back only that, would cost more than to begin again.
      if (group.length > 1 && database.open && !isBusy(error)) {
        const tried = results.length + 1
        waiting = [...group.slice(tried), ...waiting]
        for (const one of group.slice(0, tried)) settle([one])
        return
      }
      const fault = database.storage.failed(error)
      for (const { reject } of group) reject(fault)
    }
  }

  function schedule(pauseMs: number): void {
    if (isScheduled) return
    isScheduled = true
    if (pauseMs > 0) setTimeout(() => commitWaiting(), pauseMs)
    else setImmediate(() => commitWaiting())
  }

  return {
    /**
     * Runs work together with the other writes of the moment, and settles once its writes are stored: if it waits for the
     * disk, not even a power failure loses them; if it is urgent, they are stored before this turn ends.
     */
    write: <Result>(work: () => Result, { waitsForDisk = false, isUrgent = false } = {}) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ work, waitsForDisk, resolve: resolve as Waiting['resolve'], reject })
        if (isUrgent) commitWaiting(Number.POSITIVE_INFINITY)
        else schedule(restsUntil - performance.now())
      }),
    flush: () => commitWaiting(Number.POSITIVE_INFINITY),
  }
}

/**
 * Begins a transaction that writes. The lock is taken here, because SQLite refuses it at once to a transaction that
 * has already read. Never by a prepared statement: after one that was refused, later writes were not committed.
 */
export function begin(database: Pick<Libsql.Database, 'exec'>): void {
  database.exec('BEGIN IMMEDIATE')
}

/** Fails on a closed database: a statement would still run, and keep the file locked until it is garbage-collected. */
export function checkOpen({ open }: { open: boolean }): void {
  if (!open) throw new Error('The database is closed.')
}

/** Whether another program has the lock that a write needs. */
export function isBusy(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}

/** Rolls back the current transaction, if there still is one: on a full disk SQLite does so by itself. */
export function rollBack(database: Libsql.Database): void {
  try {
    // On a closed database, this would make the library abort the process.
    if (database.open && database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The original error is the one to report; the next transaction will run into this one again.
  }
}
