import type { Database } from './database.ts'
import { transact } from './transaction.ts'

/** How long what is collected may wait in memory. */
const DELAY_MS = 1_000

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
      throw error
    }
    for (const { clear } of collections) clear()
  }

  function flushLater(): void {
    timer ??= setTimeout(flushOrReport, DELAY_MS).unref()
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
