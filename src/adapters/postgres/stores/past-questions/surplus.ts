import type { StorageBounds } from '../../../../cache/past-questions.ts'

/** How many results are deleted at once, so that nobody waits long. */
export const DELETED_AT_ONCE = 100

/**
 * SQL that deletes from the scope that holds most, as long as it does and something is too much ($1 may be held). Of
 * scopes that hold as much, the one whose result has not been used for longest gives one, and then all are looked at
 * again.
 */
const giveUp = (by: keyof StorageBounds) => {
  const size = by === 'entries' ? '1' : 'bytes'
  return `
    WITH giver AS MATERIALIZED (
      SELECT scope, ${by} AS held FROM stretto.cache_sizes AS sizes
      WHERE ${by} = (SELECT max(${by}) FROM stretto.cache_sizes)
      ORDER BY (SELECT min(used_at) FROM stretto.results WHERE results.scope = sizes.scope) LIMIT 1
    ), others AS (
      SELECT COALESCE(max(${by}), 0) AS most FROM stretto.cache_sizes WHERE scope <> (SELECT scope FROM giver)
    ), surplus AS (
      SELECT sum(${by}) - $1::bigint AS size FROM stretto.cache_sizes
    ), oldest AS (
      SELECT id, sum(${size}) OVER (ORDER BY used_at, place) - ${size} AS given FROM (
        SELECT id, used_at, place, bytes FROM stretto.results WHERE scope = (SELECT scope FROM giver)
        ORDER BY used_at, place LIMIT ${DELETED_AT_ONCE}) AS first
    ), locked AS MATERIALIZED (
      SELECT id FROM stretto.results WHERE id IN (
        SELECT id FROM oldest, giver, others, surplus
        WHERE given < surplus.size AND (given = 0 OR giver.held - given > others.most))
      ORDER BY id FOR UPDATE
    )
    DELETE FROM stretto.results USING locked WHERE results.id = locked.id`
}

/**
 * What the cache gives up first, by what it holds too much of; every scope's size is counted as results come and go.
 * Processes that run it at once choose the same results.
 */
export const GIVE_UP = { entries: giveUp('entries'), bytes: giveUp('bytes') }
