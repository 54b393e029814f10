import type { Database } from '../../database.ts'
import { watchOtherWriters } from '../../other-writers.ts'

/** How often to look for events that other processes have stored. */
const POLL_MS = 100

/** Wakes a watcher when there may be new events of its task. */
interface Bell {
  /** Resolves at the next ring, or when the signal aborts. */
  next(): Promise<void>
  remove(): void
}

/** The bells of all watchers in this process. */
interface Bells {
  hang(taskId: string, signal: AbortSignal): Bell
  /** Rings for a task as soon as the current transaction is over. */
  ring(taskId: string): void
}

/**
 * Creates the bells of a database. Events of this process ring at once; whether another process has written is asked
 * at intervals, and only while somebody watches.
 */
export function createBells(database: Database): Bells {
  const hung = new Map<() => void, string>()
  const othersHaveWritten = watchOtherWriters(database)
  let timer: NodeJS.Timeout | null = null

  function ringFor(taskId: string | null): void {
    for (const [wake, watched] of hung) if (taskId === null || watched === taskId) wake()
  }

  function poll(): void {
    if (!database.open || othersHaveWritten()) ringFor(null)
  }

  function stopPolling(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    hang(taskId, signal) {
      let resolveNext = () => {}
      const wake = () => resolveNext()
      hung.set(wake, taskId)
      signal.addEventListener('abort', wake)
      timer ??= setInterval(poll, POLL_MS).unref()
      return {
        next: () =>
          new Promise((resolve) => {
            resolveNext = resolve
          }),
        remove() {
          signal.removeEventListener('abort', wake)
          hung.delete(wake)
          if (hung.size === 0) stopPolling()
        },
      }
    },
    ring: (taskId) => void setImmediate(() => ringFor(taskId)),
  }
}
