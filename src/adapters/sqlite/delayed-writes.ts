import type { Database } from './database.ts'
import { transact } from './transaction.ts'

/** How long what is collected may wait in memory. */
const DELAY_MS = 1_000
/** How long at most between tries while they fail, so that a full disk fills no log. */
const LONGEST_DELAY_MS = 60_000

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

/** Begins with nothing to write. What cannot be written is kept for the next time. */
export function createDelayedWrites(database: Database, onFault: (error: unknown) => void): DelayedWrites {
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
      transact(database, writeAll)
    } catch (error) {
      flushLater()
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)
      throw error
    }
    delayMs = DELAY_MS
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
