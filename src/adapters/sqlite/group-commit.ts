import type Libsql from 'libsql'
import type { WatchedStorage } from './storage-health.ts'
import { begin, checkOpen, isBusy, rollBack } from './transaction.ts'

/** How a write is stored. */
interface Durability {
  /** Whether it settles only when it is on disk, so that not even a power failure loses it. */
  waitsForDisk?: boolean
  /** Whether it is stored before this turn ends, together with what is waiting. */
  isUrgent?: boolean
}

/** The one way in which a process writes to its database. */
export interface Writes {
  /** Runs work together with the other writes of the moment, and settles once its writes are stored. */
  write<Result>(work: () => Result, durability?: Durability): Promise<Result>
  /** Stores at once what is waiting, for the last time. */
  flush(): void
}

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
 * Groups the writes of a few milliseconds into one transaction: the commit is the expensive part, so runs that end
 * together wait once. The first write after a while is stored at once. After a group the next one pauses for as long as
 * it took, which leaves half the time for others under load and makes groups larger. If work fails, each of its group
 * runs again in a transaction of its own.
 */
export function createGroupCommit(
  database: InstanceType<typeof Libsql> & { storage: WatchedStorage },
): Writes {
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
    write: <Result>(work: () => Result, { waitsForDisk = false, isUrgent = false }: Durability = {}) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ work, waitsForDisk, resolve: resolve as Waiting['resolve'], reject })
        if (isUrgent) commitWaiting(Number.POSITIVE_INFINITY)
        else schedule(restsUntil - performance.now())
      }),
    flush() {
      commitWaiting(Number.POSITIVE_INFINITY)
    },
  }
}
