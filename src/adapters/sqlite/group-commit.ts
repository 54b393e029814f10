import type { Database } from './database.ts'

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
      return () => resolve(result)
    } catch (error) {
      undo.run()
      return () => reject(error)
    } finally {
      release.run()
    }
  }

  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    try {
      begin.run()
      const outcomes = group.map(runOne)
      commit.run()
      for (const tell of outcomes) tell()
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      for (const { reject } of group) reject(error)
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
