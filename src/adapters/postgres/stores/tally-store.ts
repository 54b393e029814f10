import type { CacheTally, TallyStore } from '../../../cache/tally-store.ts'
import { addTallies, NO_TALLY } from '../../storage/cache-tally.ts'
import type { DelayedWrites } from '../../storage/delayed-writes.ts'
import type { Postgres, Queries } from '../postgres.ts'

/** Stores the statistics of the cache in Postgres. */
export function createPostgresTallyStore(postgres: Postgres, later: DelayedWrites<Queries>): TallyStore {
  const tallies = later.collect<CacheTally>({
    merge: addTallies,
    async write(entries, queries) {
      const added = entries.map(([, tally]) => tally)
      await queries.change(
        `INSERT INTO stretto.cache_tallies AS stored (scope, lookups, hits, similarity_sum)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[])
         ON CONFLICT (scope) DO UPDATE SET lookups = stored.lookups + excluded.lookups,
           hits = stored.hits + excluded.hits, similarity_sum = stored.similarity_sum + excluded.similarity_sum`,
        [
          entries.map(([scope]) => scope),
          added.map(({ lookups }) => lookups),
          added.map(({ hits }) => hits),
          added.map(({ similaritySum }) => similaritySum),
        ],
      )
    },
  })

  return {
    add: tallies.add,
    async read(scope) {
      // Statistics can be read even when nothing can be written; that is tried again and reported anyway.
      await later.flush().catch(() => {})
      const [tally] = await postgres.query<CacheTally>(
        `SELECT lookups, hits, similarity_sum AS "similaritySum" FROM stretto.cache_tallies WHERE scope = $1`,
        [scope],
      )
      return addTallies(tally ?? NO_TALLY, tallies.waiting(scope))
    },
  }
}
