import type { StorageBounds } from '../../../../cache/past-questions.ts'
import type { Database } from '../../database.ts'
import { storedColumns } from '../../stored-columns.ts'

const SIZE = storedColumns({ entries: 'number', bytes: 'number' })
const ID = storedColumns({ id: 'text' })

/** What the cache holds, and what it gives up first. */
export interface Surplus {
  size(): StorageBounds
  /** The result to delete next for the rest to be within bounds; null if it is. */
  next(bounds: StorageBounds): string | null
}

/** Reads both from SQLite, where every scope's size is counted as results come and go. */
export function createSurplus(database: Database): Surplus {
  const total = database.prepare(
    `SELECT ${SIZE.sql} FROM (SELECT COALESCE(SUM(entries), 0) AS entries, COALESCE(SUM(bytes), 0) AS bytes FROM cache_sizes)`,
  )
  const leastUsed = (by: keyof StorageBounds) =>
    database.prepare(
      `SELECT ${ID.sql} FROM results WHERE scope = (
         SELECT scope FROM cache_sizes ORDER BY ${by} DESC,
           (SELECT MIN(used_at) FROM results WHERE results.scope = cache_sizes.scope) LIMIT 1
       ) ORDER BY used_at, place LIMIT 1`,
    )
  const leastUsedBy = { entries: leastUsed('entries'), bytes: leastUsed('bytes') }
  const size = () => SIZE.read(total.get())

  return {
    size,
    next(bounds) {
      const now = size()
      const exceeded = (['entries', 'bytes'] as const).find((one) => now[one] > bounds[one])
      const row = exceeded && leastUsedBy[exceeded].get()
      return row === undefined ? null : ID.read(row).id
    },
  }
}
