import { isDamage } from './damage.ts'
import type { Database } from './database.ts'
import { rollBack, withoutWaiting } from './transaction.ts'

/** Runs some work on the database and settles once what it wrote is stored. */
export type Write = <Result>(work: () => Result) => Promise<Result>

interface Waiting {
  work: () => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

interface Durability {
  /** Whether a write settles once it is on disk, so that not even a power cut loses it. */
  waitsForDisk: boolean
}

/**
 * Puts writes that come together into one transaction: what costs is its end, and many runs that end together then wait
 * once. After a transaction the next rests for as long as it took, so that under load half the time is left for others
 * and the more share one. A work that fails undoes its own writes and nobody else's.
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
      // On a full disk SQLite may have undone the whole transaction, and the mark is gone with it.
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
      const tellAll = waitsForDisk ? commitAll(group) : withoutWaiting(database, () => commitAll(group))
      for (const tell of tellAll) tell()
    } catch (error) {
      rollBack(database)
      // A damaged page that one of them came upon spoils the whole transaction: then each has one of its own.
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
