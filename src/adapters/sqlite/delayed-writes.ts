import { createDamageReport } from './damage.ts'
import type { Database } from './database.ts'
import { transact } from './transaction.ts'

/** How long what is collected may wait in memory. */
const DELAY_MS = 1_000
/** How long at most between tries while they fail, so that a full disk fills no log. */
const LONGEST_DELAY_MS = 60_000

/** What the report of damage calls all of it. */
const STATISTICS = 'the statistics of the cache'

interface Collection {
  /** Writes down what was collected. */
  write: () => void
  /** Forgets it, once it is on disk. */
  clear: () => void
}

/** Writes what can wait, such as statistics, once a second in one transaction, so that a cache hit costs no disk write. */
export interface DelayedWrites {
  /** Takes part in it; the returned function says that there is something to write. */
  collect(collection: Collection): () => void
  /** Writes at once. */
  flush(): void
  close(): void
}

/**
 * Begins with nothing to write. What cannot be written is kept for the next time, unless its table is damaged: it would
 * never be, and keep the rest from being written.
 */
export function createDelayedWrites(
  database: Database,
  onFault: (error: unknown) => void,
  damage = createDamageReport(),
): DelayedWrites {
  const collections: Collection[] = []
  let timer: NodeJS.Timeout | null = null
  let delayMs = DELAY_MS
  const writeAll = () => {
    for (const { write } of collections) write()
  }

  function flush(): void {
    if (timer === null) return
    stopTimer()
    try {
      writeCollected()
    } catch (error) {
      flushLater()
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)
      throw error
    }
    delayMs = DELAY_MS
  }

  function writeCollected(): void {
    try {
      transact(database, writeAll)
    } catch (error) {
      if (!damage.takes(STATISTICS, error)) throw error
      for (const { write, clear } of collections) {
        damage.around(STATISTICS, () => transact(database, write), undefined)
        clear()
      }
      return
    }
    for (const { clear } of collections) clear()
  }

  function flushLater(): void {
    timer ??= setTimeout(flushOrReport, delayMs).unref()
  }

  function flushOrReport(): void {
    try {
      flush()
    } catch (error) {
      onFault(error)
    }
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    collect(collection) {
      collections.push(collection)
      return flushLater
    },
    flush,
    close() {
      flushOrReport()
      stopTimer()
    },
  }
}
