import type { Database } from './database.ts'
import { rollBack } from './transaction.ts'

/** Runs some work on the database and settles once what it wrote is on disk. */
export type Write = <Result>(work: () => Result) => Promise<Result>

interface Waiting {
  work: () => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Puts all writes of one turn of the event loop into one transaction: what costs is waiting for the disk at its end,
 * and many runs that end together then wait once. A work that fails undoes its own writes and nobody else's.
 */
export function createGroupCommit(database: Database): { write: Write; flush(): void } {
  const begin = database.prepare('BEGIN')
  const commit = database.prepare('COMMIT')
  const mark = database.prepare('SAVEPOINT work')
  const undo = database.prepare('ROLLBACK TO work')
  const release = database.prepare('RELEASE work')
  let waiting: Waiting[] = []

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
    try {
      if (!database.open) throw new Error('The database is closed.')
      begin.run()
      const outcomes = group.map(runOne)
      commit.run()
      for (const tell of outcomes) tell()
    } catch (error) {
      rollBack(database)
      const fault = database.storage.failed(error)
      for (const { reject } of group) reject(fault)
    }
  }

  return {
    write: <Result>(work: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
      }),
    flush,
  }
}
