import type Libsql from 'libsql'
import { isDamage } from './damage.ts'
import type { WatchedStorage } from './storage-health.ts'
import {
  begin,
  checkOpen,
  isBusy,
  rollBack,
  transact,
  withoutPatience,
  withoutWaiting,
} from './transaction.ts'

/** How a write is stored. */
interface Durability {
  /** Whether it settles only when it is on disk, so that not even a power failure loses it. */
  waitsForDisk?: boolean
}

/** The one way in which a process writes to its database. */
export interface Writes {
  /** Runs work together with the other writes of the moment, and settles once its writes are stored. */
  write<Result>(work: () => Result, durability?: Durability): Promise<Result>
  /** Runs work before this returns, in a transaction of its own that does not wait for the disk. */
  writeNow<Result>(work: () => Result): Result
  /** Stores at once what is waiting. */
  flush(): void
}

interface Waiting {
  work: () => unknown
  waitsForDisk: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** How soon to try again while another process writes, and for how long before writes count as failing. */
const BUSY_PAUSE_MS = 3
const BUSY_LIMIT_MS = 5_000

/**
 * Groups concurrent writes into one transaction: the commit is the expensive part, so runs that end together wait once.
 * After a group the next one pauses for as long as it took, which leaves half the time for others under load and makes
 * groups larger. After a single write nothing pauses: one run that writes step by step would only get slower. Work that
 * fails rolls back only its own writes. While another process writes, groups wait without blocking this one.
 */
export function createGroupCommit(
  database: InstanceType<typeof Libsql> & { storage: WatchedStorage },
): Writes {
  const commit = database.prepare('COMMIT')
  const mark = database.prepare('SAVEPOINT work')
  const undo = database.prepare('ROLLBACK TO work')
  const release = database.prepare('RELEASE work')
  let waiting: Waiting[] = []
  let restsUntil = 0
  let busySince: number | null = null

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

  function commitWaiting(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const startedAt = performance.now()
    settle(group, () => withoutPatience(database, () => begin(database)))
    const endedAt = performance.now()
    restsUntil = group.length > 1 ? endedAt + (endedAt - startedAt) : 0
  }

  function settle(group: Waiting[], beginNow: () => void): void {
    try {
      checkOpen(database)
      const commitGroup = () => commitAll(group, beginNow)
      const waitsForDisk = group.some((one) => one.waitsForDisk)
      const settlements = waitsForDisk ? commitGroup() : withoutWaiting(database, commitGroup)
      busySince = null
      for (const settleOne of settlements) settleOne()
    } catch (error) {
      rollBack(database)
      if (isBusy(error) && isWorthWaiting()) {
        waitAgain(group)
        return
      }
      // A damaged page met by one of them spoils the whole transaction: retry each in its own.
      if (group.length > 1 && isDamage(error)) {
        for (const one of group) settle([one], beginNow)
        return
      }
      const fault = database.storage.failed(error)
      for (const { reject } of group) reject(fault)
    }
  }

  function commitAll(group: Waiting[], beginNow: () => void): Array<() => void> {
    beginNow()
    const outcomes = group.map(runOne)
    commit.run()
    return outcomes
  }

  function isWorthWaiting(): boolean {
    busySince ??= performance.now()
    return performance.now() - busySince < BUSY_LIMIT_MS
  }

  function waitAgain(group: Waiting[]): void {
    if (waiting.length === 0) setTimeout(commitWaiting, BUSY_PAUSE_MS)
    waiting = [...group, ...waiting]
  }

  function commitLater(): void {
    const restMs = restsUntil - performance.now()
    if (restMs > 0) setTimeout(commitWaiting, restMs)
    else setImmediate(commitWaiting)
  }

  return {
    write: <Result>(work: () => Result, { waitsForDisk = false }: Durability = {}) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length === 0) commitLater()
        waiting.push({ work, waitsForDisk, resolve: resolve as Waiting['resolve'], reject })
      }),
    writeNow: (work) => withoutWaiting(database, () => transact(database, work)),
    flush() {
      const group = waiting
      waiting = []
      // The last chance of these writes, so they wait for another process here.
      if (group.length > 0) settle(group, () => begin(database))
    },
  }
}
