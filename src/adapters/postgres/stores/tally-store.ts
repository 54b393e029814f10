import type { CacheTally, TallyStore } from '../../../cache/tally-store.ts'
import type { DelayedWrites } from '../delayed-writes.ts'
import type { Postgres } from '../postgres.ts'

const NONE: CacheTally = { lookups: 0, hits: 0, similaritySum: 0 }

/** Stores the statistics of the cache in Postgres. */
export function createPostgresTallyStore(postgres: Postgres, later: DelayedWrites): TallyStore {
  const add = later.collect<CacheTally>({
    merge: (earlier, later) => ({
      lookups: earlier.lookups + later.lookups,
      hits: earlier.hits + later.hits,
      similaritySum: earlier.similaritySum + later.similaritySum,
    }),
    async write(queries, entries) {
      const tallies = entries.map(([, tally]) => tally)
      await queries.change(
        `INSERT INTO stretto.cache_tallies AS stored (scope, lookups, hits, similarity_sum)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[])
         ON CONFLICT (scope) DO UPDATE SET lookups = stored.lookups + excluded.lookups,
           hits = stored.hits + excluded.hits, similarity_sum = stored.similarity_sum + excluded.similarity_sum`,
        [
          entries.map(([scope]) => scope),
          tallies.map(({ lookups }) => lookups),
          tallies.map(({ hits }) => hits),
          tallies.map(({ similaritySum }) => similaritySum),
        ],
      )
    },
  })

  return {
    add,
    async read(scope) {
      // Statistics can be read even when nothing can be written; that is tried again and reported anyway.
      await later.flush().catch(() => {})
      const [tally] = await postgres.query<CacheTally>(
        `SELECT lookups, hits, similarity_sum AS "similaritySum" FROM stretto.cache_tallies WHERE scope = $1`,
        [scope],
      )
      return tally ?? NONE
    },
  }
}
