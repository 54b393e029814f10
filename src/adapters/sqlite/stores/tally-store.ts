import type { CacheTally, TallyStore } from '../../../cache/tally-store.ts'
import { addTallies, NO_TALLY } from '../../storage/cache-tally.ts'
import type { DelayedWrites } from '../../storage/delayed-writes.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { storedColumns } from '../stored-columns.ts'

const TALLY = storedColumns({ lookups: 'number', hits: 'number', similarity_sum: 'number' })

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
  const tallies = later.collect<CacheTally>({
    merge: addTallies,
    write(entries) {
      for (const [scope, { lookups, hits, similaritySum }] of entries)
        addTally.run(scope, lookups, hits, similaritySum)
    },
  })

  function stored(scope: string): CacheTally {
    const row = readTally.get(scope)
    if (row === undefined) return NO_TALLY
    const { lookups, hits, similarity_sum: similaritySum } = TALLY.read(row)
    return { lookups, hits, similaritySum }
  }

  return {
    add: tallies.add,
    async read(scope) {
      // Statistics can be read even on a full disk.
      await later.flush().catch(() => {})
      const written = damage.around('the statistics of the cache', () => stored(scope), NO_TALLY)
      return addTallies(written, tallies.waiting(scope))
    },
  }
}
