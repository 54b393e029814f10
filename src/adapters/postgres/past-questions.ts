import type { NewResult, PastQuestions } from '../../cache/past-questions.ts'
import type { DelayedWrites } from '../storage/delayed-writes.ts'
import { createRemovals } from '../storage/removals.ts'
import { createResultReads, storedTexts } from '../storage/results.ts'
import type { Sql } from '../storage/sql.ts'
import { fingerprintHash, textHash } from '../storage/stored-values.ts'
import { createNearestQuestions, vectorValue } from './nearest-questions.ts'
import type { Postgres } from './postgres.ts'

/**
 * SQL that stores a result together with its question. A question that is there keeps its vector unless that is of
 * another model; its row is locked, so that nobody deletes it meanwhile.
 */
const SAVE_RESULT = `
  WITH asked AS (
    INSERT INTO stretto.questions AS stored
      (scope, router, edition, fingerprint, fingerprint_hash, normalised_query, query_hash, embedder, vector)
    VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $9::vector IS NULL THEN NULL ELSE $8 END, $9::vector)
    ON CONFLICT (scope, query_hash, router, edition, fingerprint_hash) DO UPDATE SET
      embedder = COALESCE(excluded.embedder, stored.embedder),
      vector = CASE WHEN excluded.vector IS NULL OR stored.embedder = excluded.embedder
        THEN stored.vector ELSE excluded.vector END
    RETURNING number
  )
  INSERT INTO stretto.results
    (id, question, scope, query, created_at, served_until, kept_until, used_at, bytes, response, trace)
  SELECT $10, number, $1, $11, $12, $13, $14, $12, $15, $16, $17 FROM asked`

/** Without waiting for those who use or delete the same results at this moment. */
const setUsed = () => `
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

interface PastQuestionsParts {
  postgres: Postgres
  sql: Sql
  later: DelayedWrites
  /** Name of the embedding model. */
  embedder: string
  /** Up to how many questions a search compares all. */
  mostCompared?: number
}

/** Keeps past questions in Postgres. */
export function createPostgresPastQuestions(parts: PastQuestionsParts): PastQuestions {
  const { postgres, sql, later, embedder } = parts
  const reads = createResultReads(sql, embedder)
  const remove = (ids: string[]) => postgres.change(REMOVE, [ids])
  const used = later.collect<number>({
    merge: Math.max,
    write: (entries) => [{ sql: setUsed, rows: [[entries.map(([id]) => id), entries.map(([, at]) => at)]] }],
  })

  return {
    ...reads,

    async save(result, vector) {
      await postgres.change(SAVE_RESULT, savedValues(result, vector, embedder))
    },

    findExact: async (query, filter, now) => (await reads.findExact(query, filter, now))?.result ?? null,
    nearest: createNearestQuestions(parts),
    markUsed: used.add,

    remove,
    ...createRemovals({ sql, later, count: reads.count, remove }),

    async setVectors(vectors) {
      const values = [...vectors.values()].map(vectorValue)
      if (values.length > 0)
        await postgres.change(setVectors(values.length), [embedder, [...vectors.keys()], ...values])
    },
  }
}

/** The values of SAVE_RESULT. */
function savedValues(result: NewResult, vector: Float32Array | null, embedder: string): unknown[] {
  const { scope, router, edition, fingerprint, normalisedQuery, query } = result
  const { response, trace, bytes } = storedTexts(result)
  return [
    ...[scope, router, edition, fingerprint, fingerprintHash(fingerprint), normalisedQuery],
    ...[textHash(normalisedQuery), embedder, vector && vectorValue(vector)],
    ...[result.id, query, result.createdAt, result.servedUntil, result.keptUntil, bytes, response, trace],
  ]
}
