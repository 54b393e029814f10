import type { Connection } from './database.ts'

/** How long an answer is good for: asking takes as long as reading a row. */
const GOOD_MS = 20

/**
 * Returns a function that returns a number, and another one than before if another connection has changed the database
 * since; changes of the last few milliseconds may be told by the next call.
 */
export function watchOtherWriters(database: Connection): () => number {
  const version = database.prepare('PRAGMA data_version')
  let known = 0
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt < GOOD_MS) return known
    readAt = performance.now()
    known = (version.get() as { data_version: number }).data_version
    return known
  }
}
