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
  const othersHaveWritten = watchOtherWriters(database)
  const bells = createHungBells({
    everyMs: POLL_MS,
    lookAround() {
      if (!database.open || othersHaveWritten()) bells.wake(null)
    },
  })
  return {
    hang: bells.hang,
    /** Rings for a task as soon as the current transaction is over. */
    ring: (taskId: string) => void setImmediate(() => bells.wake(taskId)),
  }
}
