import type { PastQuestions } from '../../cache/past-questions.ts'
import { createStoredResults, questionValues, type ResultParts, resultValues } from '../storage/results.ts'
import { createNearestQuestions, type SearchParts, vectorValue } from './nearest-questions.ts'

/** Stores a result with its question, whose row is locked, so that nobody deletes it; a vector of this model stays. */
const SAVE_RESULT = `
  WITH asked AS (
    INSERT INTO stretto.questions AS stored
      (scope, router, edition, fingerprint, normalised_query, fingerprint_hash, query_hash, embedder, vector)
    VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $9::vector IS NULL THEN NULL ELSE $8 END, $9::vector)
    ON CONFLICT (scope, query_hash, router, edition, fingerprint_hash) DO UPDATE SET
      embedder = COALESCE(excluded.embedder, stored.embedder),
      vector = CASE WHEN excluded.vector IS NULL OR stored.embedder = excluded.embedder
        THEN stored.vector ELSE excluded.vector END
    RETURNING number
  )
  INSERT INTO stretto.results
    (question, id, scope, created_at, served_until, kept_until, used_at, bytes, query, response, trace)
  SELECT number, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19 FROM asked`

/** Without waiting for those who use or delete the same results at this moment. */
const SET_USED = `
  UPDATE stretto.results SET used_at = used.at
  FROM unnest($1::text[], $2::float8[]) AS used (id, at)
  JOIN (SELECT id FROM stretto.results WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED) AS free USING (id)
  WHERE results.id = used.id`

const REMOVE = `
  WITH locked AS MATERIALIZED (SELECT id FROM stretto.results WHERE id = ANY($1) ORDER BY id FOR UPDATE)
  DELETE FROM stretto.results USING locked WHERE results.id = locked.id`

/** SQL that sets the vectors of questions; $1 is the model, $2 the numbers, and the vectors follow in their order. */
const setVectors = (count: number) => {
  const vectors = Array.from({ length: count }, (_, place) => `$${place + 3}::vector`)
  return `
    UPDATE stretto.questions SET embedder = $1, vector = embedded.vector
    FROM unnest($2::bigint[], ARRAY[${vectors.join(', ')}]) AS embedded (number, vector)
    JOIN (SELECT number FROM stretto.questions WHERE number = ANY($2) ORDER BY number FOR NO KEY UPDATE) AS locked
      USING (number)
    WHERE questions.number = embedded.number`
}

/** Keeps past questions in Postgres. */
export function createPostgresPastQuestions(parts: SearchParts & ResultParts): PastQuestions {
  const { postgres, embedder } = parts
  const results = createStoredResults(parts, {
    remove: (ids) => postgres.change(REMOVE, [ids]),
    setUsed: (used) => ({ sql: SET_USED, rows: [[used.map(([id]) => id), used.map(([, at]) => at)]] }),
  })

  return {
    ...results,

    async save(result, vector) {
      const embedded = [embedder, vector && vectorValue(vector)]
      await postgres.change(SAVE_RESULT, [...questionValues(result), ...embedded, ...resultValues(result)])
    },

    findExact: async (query, filter, now) => (await results.findExact(query, filter, now))?.result ?? null,
    nearest: createNearestQuestions(parts),

    async setVectors(vectors) {
      const values = [...vectors.values()].map(vectorValue)
      if (values.length > 0)
        await postgres.change(setVectors(values.length), [embedder, [...vectors.keys()], ...values])
    },
  }
}
