import { isDamage } from './damage.ts'
import type { Database } from './database.ts'
import { rollBack, withoutWaiting } from './transaction.ts'

/** Runs work on the database and settles once its writes are stored. */
export type Write = <Result>(work: () => Result) => Promise<Result>

interface Waiting {
  work: () => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

interface Durability {
  /** Whether a write settles only when it is on disk, so that not even a power failure loses it. */
  waitsForDisk: boolean
}

/**
 * Groups concurrent writes into one transaction: the commit is the expensive part, so runs that end together wait once.
 * After a transaction the next one pauses for as long as it took, which leaves half the time for others under load and
 * makes groups larger. Work that fails rolls back only its own writes.
 */
export function createGroupCommit(
  database: Database,
  { waitsForDisk }: Durability,
): { write: Write; flush(): void } {
  const begin = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  const mark = database.prepare('SAVEPOINT work')
  const undo = database.prepare('ROLLBACK TO work')
  const release = database.prepare('RELEASE work')
  let waiting: Waiting[] = []
  let restsUntil = 0

  function runOne({ work, resolve, reject }: Waiting): () => void {
    mark.run()
    try {
      const result = work()
      release.run()
      return () => resolve(result)
    } catch (error) {
      // On a full disk SQLite may have rolled back the whole transaction, including the savepoint.
      if (!database.inTransaction) throw error
      undo.run()
      release.run()
      const fault = database.storage.failed(error)
      return () => reject(fault)
    }
  }

  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const startedAt = performance.now()
    settle(group)
    const endedAt = performance.now()
    restsUntil = endedAt + (endedAt - startedAt)
  }

  function settle(group: Waiting[]): void {
    try {
      if (!database.open) throw new Error('The database is closed.')
      const settlements = waitsForDisk ? commitAll(group) : withoutWaiting(database, () => commitAll(group))
      for (const settleOne of settlements) settleOne()
    } catch (error) {
      rollBack(database)
      // A damaged page met by one of them spoils the whole transaction: retry each in its own.
      if (group.length > 1 && isDamage(error)) {
        for (const one of group) settle([one])
        return
      }
      const fault = database.storage.failed(error)
      for (const { reject } of group) reject(fault)
    }
  }

  function commitAll(group: Waiting[]): Array<() => void> {
    begin.run()
    const outcomes = group.map(runOne)
    commit.run()
    return outcomes
  }

  function flushLater(): void {
    const restMs = restsUntil - performance.now()
    if (restMs > 0) setTimeout(flush, restMs)
    else setImmediate(flush)
  }

  return {
    write: <Result>(work: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length === 0) flushLater()
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
      }),
    flush,
  }
}
