import type { PastQuestions, StorageBounds } from '../../cache/past-questions.ts'
import type { DelayedWrites } from './delayed-writes.ts'
import { query, type Sql } from './sql.ts'

/** How many results are deleted at once, so that nobody waits long. */
export const DELETED_AT_ONCE = 100

const EXPIRED = query(
  { id: 'text' },
  ({ schema }) => `FROM ${schema}results WHERE kept_until <= $1 LIMIT ${DELETED_AT_ONCE}`,
)

/**
 * Results of the scope that holds most, as long as it does and something is too much ($1 may be held). Of scopes that
 * hold as much, the one whose result has not been used for longest gives one, and then all are looked at again.
 * Processes that ask at once are told the same results.
 */
const surplusBy = (by: keyof StorageBounds) => {
  const size = by === 'entries' ? '1' : 'bytes'
  return query(
    { id: 'text' },
    ({ schema }) => `FROM (
      WITH giver AS MATERIALIZED (
        SELECT scope, ${by} AS held FROM ${schema}cache_sizes AS sizes
        WHERE ${by} = (SELECT max(${by}) FROM ${schema}cache_sizes)
        ORDER BY (SELECT min(used_at) FROM ${schema}results WHERE results.scope = sizes.scope) LIMIT 1
      ), others AS (
        SELECT COALESCE(max(${by}), 0) AS most FROM ${schema}cache_sizes WHERE scope <> (SELECT scope FROM giver)
      ), surplus AS (
        SELECT sum(${by}) - CAST($1 AS bigint) AS size FROM ${schema}cache_sizes
      ), oldest AS (
        SELECT id, sum(${size}) OVER (ORDER BY used_at, place) - ${size} AS given FROM (
          SELECT id, used_at, place, bytes FROM ${schema}results WHERE scope = (SELECT scope FROM giver)
          ORDER BY used_at, place LIMIT ${DELETED_AT_ONCE}) AS first
      )
      SELECT id FROM oldest, giver, others, surplus
      WHERE given < surplus.size AND (given = 0 OR giver.held - given > others.most)) AS given`,
  )
}
const SURPLUS = { entries: surplusBy('entries'), bytes: surplusBy('bytes') }

interface RemovalParts extends Pick<PastQuestions, 'count' | 'remove'> {
  sql: Sql
  later: DelayedWrites
}

/** Deletes what is too old or too much; the size of every scope is counted as results come and go. */
export function createRemovals({ sql, later, count, remove }: RemovalParts) {
  const idsOf = async (found: Promise<Array<{ id: string }>>) => (await found).map((row) => row.id)

  return {
    async expire(now) {
      let removed = 0
      for (;;) {
        const some = await remove(await idsOf(sql.read(EXPIRED, [now])))
        removed += some
        if (some < DELETED_AT_ONCE) return removed
      }
    },

    async evict(bounds) {
      let removed = 0
      for (;;) {
        const held = await count()
        const by = (['entries', 'bytes'] as const).find((one) => held[one] > bounds[one])
        if (by === undefined) return removed
        if (removed === 0) await later.flush()
        const some = await remove(await idsOf(sql.read(SURPLUS[by], [bounds[by]])))
        removed += some
        // Another process has deleted it meanwhile.
        if (some === 0) return removed
      }
    },
  } satisfies Partial<PastQuestions>
}
