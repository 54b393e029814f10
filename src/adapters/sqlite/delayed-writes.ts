import { createDamageReport } from './damage.ts'
import type { Database } from './database.ts'

/** How long collected writes may wait in memory. */
const DELAY_MS = 1_000
/** The longest delay between attempts while they fail, so that a full disk does not flood the log. */
const LONGEST_DELAY_MS = 60_000

/** The name of this data in damage reports. */
const STATISTICS = 'the statistics of the cache'

interface Collection {
  /** Writes what was collected. */
  write: () => void
  /** Clears it once it is on disk. */
  clear: () => void
}

/** Writes data that can wait, such as statistics, once a second in one transaction, so that a cache hit costs no disk write. */
export interface DelayedWrites {
  /** Registers a collection; the returned function signals that there is something to write. */
  collect(collection: Collection): () => void
  /** Writes immediately. */
  flush(): void
  close(): void
}

/**
 * Creates the writer. Failed writes are kept for the next attempt, unless the table is damaged: they would never
 * succeed, and would block the rest.
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
      database.writes.writeNow(writeAll)
    } catch (error) {
      if (!damage.takes(STATISTICS, error)) throw error
      for (const { write, clear } of collections) {
        damage.around(STATISTICS, () => database.writes.writeNow(write), undefined)
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
