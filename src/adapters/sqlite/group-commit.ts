import type Libsql from 'libsql'
import type { WatchedStorage } from './storage-health.ts'
import { begin, checkOpen, isBusy, LONG_PATIENCE_MS, rollBack, setPatience } from './transaction.ts'

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

/** How soon to try again while another process writes, and for how long before writes count as failing. */
const BUSY_PAUSE_MS = 3
const BUSY_LIMIT_MS = 5_000

/** How long the work of a group may take, so that hundreds of results do not block the process: the rest is the next group. */
const LONGEST_GROUP_MS = 5

/** The least time between two groups, so that what a run writes step by step is stored together. */
const LEAST_PAUSE_MS = 2

/**
 * Groups the writes of a few milliseconds into one transaction: the commit is the expensive part, so runs that end
 * together wait once. The first write after a while is stored at once. After a group the next one pauses for as long as
 * it took, which leaves half the time for others under load and makes groups larger. If work fails, each of its group
 * runs again in a transaction of its own. While another process writes, groups wait, blocking this one for a few milliseconds at most.
 */
export function createGroupCommit(
  database: InstanceType<typeof Libsql> & { storage: WatchedStorage },
): Writes {
  const commit = database.prepare('COMMIT')
  let waiting: Waiting[] = []
  let isScheduled = false
  let restsUntil = 0
  let isSynchronous = true
  let busySince: number | null = null

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

  /**
   * Settles as much of a group as can be done until a time, at least one; the rest waits at the front. Returns false if
   * all must wait for another process.
   */
  function settle(group: Waiting[], until = Number.POSITIVE_INFINITY): boolean {
    const results: unknown[] = []
    try {
      checkOpen(database)
      setSynchronous(group.some(({ waitsForDisk }) => waitsForDisk))
      begin(database)
      do results.push(group[results.length]!.work())
      while (results.length < group.length && performance.now() < until)
      commit.run()
      busySince = null
      results.forEach((result, place) => {
        group[place]!.resolve(result)
      })
      if (results.length < group.length) waiting = [...group.slice(results.length), ...waiting]
    } catch (error) {
      rollBack(database)
      const busy = isBusy(error)
      if (busy && isWorthWaiting()) {
        waitAgain(group)
        return false
      }
      // Failures are rare: marking where each work begins, to roll back only that, would cost more than to begin again.
      if (group.length > 1 && database.open && !busy) {
        const tried = results.length + 1
        waiting = [...group.slice(tried), ...waiting]
        return settleEach(group.slice(0, tried))
      }
      const fault = database.storage.failed(error)
      for (const { reject } of group) reject(fault)
    }
    return true
  }

  /** Settles one after another; if one must wait, those after it wait behind it. */
  function settleEach(group: Waiting[]): boolean {
    const place = group.findIndex((one) => !settle([one]))
    if (place === -1) return true
    waiting.splice(1, 0, ...group.slice(place + 1))
    return false
  }

  function isWorthWaiting(): boolean {
    busySince ??= performance.now()
    return performance.now() - busySince < BUSY_LIMIT_MS
  }

  function waitAgain(group: Waiting[]): void {
    waiting = [...group, ...waiting]
    schedule(BUSY_PAUSE_MS)
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
        if (isUrgent && busySince === null) commitWaiting(Number.POSITIVE_INFINITY)
        else schedule(restsUntil - performance.now())
      }),
    flush() {
      // The last chance of these writes, so they wait for another process here.
      setPatience(database, LONG_PATIENCE_MS)
      busySince = Number.NEGATIVE_INFINITY
      commitWaiting(Number.POSITIVE_INFINITY)
    },
  }
}
