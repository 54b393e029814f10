import { MEMORY_RUNS, type Tally } from '../../../consensus/reliability.ts'
import type { ReliabilityStore } from '../../../consensus/reliability-store.ts'
import type { Postgres } from '../postgres.ts'

/** The maximum number of models per scope; beyond it the least recently seen are deleted, so that made-up names cannot fill the disk. */
const MOST_MODELS = 1_000

// One statement, so that no run is lost that another process counts at the same time; in the order of the models, so
// that processes that count the same do not block one another. A model may have several seats.
const counted = (count: string) =>
  `(stored.${count} + excluded.${count})
     / CASE WHEN stored.answered + excluded.answered < ${MEMORY_RUNS} THEN 1.0 ELSE 2.0 END`

const COUNT = `
  INSERT INTO stretto.model_reliability AS stored (scope, provider, model, answered, won, updated_at)
  SELECT $1, provider, model, count(*), sum(won), $5::bigint
  FROM unnest($2::text[], $3::text[], $4::float8[]) AS run (provider, model, won)
  GROUP BY provider, model ORDER BY provider, model
  ON CONFLICT (scope, provider, model) DO UPDATE SET answered = ${counted('answered')}, won = ${counted('won')},
    updated_at = excluded.updated_at
  RETURNING xmax = 0 AS "isNew"`

// Without waiting: what another process deletes or counts at this moment needs no trimming.
const TRIM = `
  WITH locked AS MATERIALIZED (
    SELECT place FROM stretto.model_reliability WHERE scope = $1 AND place IN
      (SELECT place FROM stretto.model_reliability WHERE scope = $1 ORDER BY updated_at DESC, place DESC OFFSET $2)
    FOR UPDATE SKIP LOCKED)
  DELETE FROM stretto.model_reliability AS stored USING locked WHERE stored.scope = $1 AND stored.place = locked.place`

/** Stores tallies in Postgres. */
export function createPostgresReliabilityStore(postgres: Postgres): ReliabilityStore {
  return {
    read: (scope, models) =>
      postgres.query<Tally>(
        `SELECT COALESCE(answered, 0) AS answered, COALESCE(won, 0) AS won
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked (provider, model, position)
         LEFT JOIN stretto.model_reliability AS stored
           ON stored.scope = $1 AND stored.provider = asked.provider AND stored.model = asked.model
         ORDER BY position`,
        [scope, models.map(({ provider }) => provider), models.map(({ model }) => model)],
      ),

    async record(scope, outcomes, at) {
      const models = await postgres.query<{ isNew: boolean }>(COUNT, [
        scope,
        outcomes.map(({ provider }) => provider),
        outcomes.map(({ model }) => model),
        outcomes.map(({ won }) => (won ? 1 : 0)),
        Math.round(at),
      ])
      if (models.some(({ isNew }) => isNew)) await postgres.change(TRIM, [scope, MOST_MODELS])
    },
  }
}
