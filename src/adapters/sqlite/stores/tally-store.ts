import type { CacheTally, TallyStore } from '../../../cache/tally-store.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import type { DelayedWrites } from '../delayed-writes.ts'
import { storedColumns } from '../stored-columns.ts'

const TALLY = storedColumns({ lookups: 'number', hits: 'number', similarity_sum: 'number' })
const NONE = { lookups: 0, hits: 0, similarity_sum: 0 }

/** Stores the statistics of the cache in SQLite. */
export function createSqliteTallyStore(
  database: Database,
  later: DelayedWrites,
  damage = createDamageReport(),
): TallyStore {
  const readTally = database.prepare(`SELECT ${TALLY.sql} FROM cache_tallies WHERE scope = ?`)
  const addTally = database.prepare(
    `INSERT INTO cache_tallies (scope, lookups, hits, similarity_sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET lookups = lookups + excluded.lookups, hits = hits + excluded.hits,
       similarity_sum = similarity_sum + excluded.similarity_sum`,
  )
  const waiting = new Map<string, CacheTally>()
  const writeLater = later.collect({
    write: () => {
      for (const [scope, { lookups, hits, similaritySum }] of waiting)
        addTally.run(scope, lookups, hits, similaritySum)
    },
    clear: () => waiting.clear(),
  })

  return {
    add(scope, tally) {
      const sum = waiting.get(scope) ?? { lookups: 0, hits: 0, similaritySum: 0 }
      sum.lookups += tally.lookups
      sum.hits += tally.hits
      sum.similaritySum += tally.similaritySum
      waiting.set(scope, sum)
      writeLater()
    },

    async read(scope) {
      const find = () => {
        const row = readTally.get(scope)
        return row === undefined ? NONE : TALLY.read(row)
      }
      const { lookups, hits, similarity_sum } = damage.around('the statistics of the cache', find, NONE)
      // Without flushing first: statistics can be read even on a full disk.
      const unwritten = waiting.get(scope)
      return {
        lookups: lookups + (unwritten?.lookups ?? 0),
        hits: hits + (unwritten?.hits ?? 0),
        similaritySum: similarity_sum + (unwritten?.similaritySum ?? 0),
      }
    },
  }
}
