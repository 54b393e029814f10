import type { CacheTally, TallyStore } from '../../cache/past-questions.ts'
import type { DelayedWrites } from './delayed-writes.ts'
import { query, type Sql } from './sql.ts'

const TALLY = query(
  { lookups: 'number', hits: 'number', similarity_sum: 'number' },
  'FROM stretto.cache_tallies WHERE scope = $1',
)
const ADD = `
  INSERT INTO stretto.cache_tallies AS stored (scope, lookups, hits, similarity_sum) VALUES :rows
  ON CONFLICT (scope) DO UPDATE SET lookups = stored.lookups + excluded.lookups,
    hits = stored.hits + excluded.hits, similarity_sum = stored.similarity_sum + excluded.similarity_sum`

const NO_TALLY: CacheTally = { lookups: 0, hits: 0, similaritySum: 0 }

/** Stores the statistics of the cache. */
export function createTallyStore(sql: Sql, later: DelayedWrites): TallyStore {
  const tallies = later.collect<CacheTally>({
    merge: addTallies,
    write: (entries) => [
      {
        sql: ADD,
        rows: entries.map(([scope, tally]) => [scope, tally.lookups, tally.hits, tally.similaritySum]),
      },
    ],
  })

  return {
    add: tallies.add,
    async read(scope) {
      // Statistics can be read even when nothing can be written; that is tried again and reported anyway.
      await later.flush().catch(() => {})
      const [row] = await sql.read(TALLY, [scope])
      const written = row && { lookups: row.lookups, hits: row.hits, similaritySum: row.similarity_sum }
      return addTallies(written ?? NO_TALLY, tallies.waiting(scope) ?? NO_TALLY)
    },
  }
}

/** The sum of two. */
export function addTallies(one: CacheTally, other: CacheTally): CacheTally {
  return {
    lookups: one.lookups + other.lookups,
    hits: one.hits + other.hits,
    similaritySum: one.similaritySum + other.similaritySum,
  }
}
