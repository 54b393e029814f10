import { createHungBells } from '../../../hung-bells.ts'
import type { Database } from '../../database.ts'
import { watchOtherWriters } from '../../other-writers.ts'

/** How often to look for events that other processes have stored. */
const POLL_MS = 100

/**
 * Creates the bells of a database. Events of this process ring at once; whether another process has written is asked
 * at intervals, and only while somebody watches.
 */
export function createBells(database: Database) {
  const othersVersion = watchOtherWriters(database)
  let seen = othersVersion()
  const bells = createHungBells({
    everyMs: POLL_MS,
    lookAround() {
      const before = seen
      if (database.open) seen = othersVersion()
      if (!database.open || seen !== before) bells.wake(null)
    },
  })
  return {
    hang: bells.hang,
    /** Rings for a task as soon as the current transaction is over. */
    ring: (taskId: string) => void setImmediate(() => bells.wake(taskId)),
  }
}
