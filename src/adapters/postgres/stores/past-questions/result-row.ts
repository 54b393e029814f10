import type { NewResult, StoredResult } from '../../../../cache/past-questions.ts'
import { textHash } from '../../text-hash.ts'
import { vectorValue } from './vector-value.ts'

/** A row of SELECT_RESULT. */
export interface ResultRow extends Omit<StoredResult, 'response'> {
  response: string
}

/** SQL that selects whole results, to be continued with conditions. */
export const SELECT_RESULT = `
  SELECT id, question.scope, router, fingerprint, edition, query, normalised_query AS "normalisedQuery",
    created_at AS "createdAt", served_until AS "servedUntil", kept_until AS "keptUntil", response
  FROM stretto.results AS result JOIN stretto.questions AS question ON question = number`

/** The result in a row, null where there is none. */
export function readResult(row: ResultRow | undefined): StoredResult | null {
  return row === undefined ? null : { ...row, response: JSON.parse(row.response) }
}

/**
 * SQL that stores a result together with its question. A question that is there keeps its vector unless that is of
 * another model; its row is locked, so that nobody deletes it meanwhile.
 */
export const SAVE_RESULT = `
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

/** The values of SAVE_RESULT. */
export function savedValues(result: NewResult, vector: Float32Array | null, embedder: string): unknown[] {
  const { scope, router, edition, fingerprint, normalisedQuery, query } = result
  const response = JSON.stringify(result.response)
  const trace = JSON.stringify(result.trace)
  const bytes = [response, query, trace].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return [
    ...[scope, router, edition, fingerprint, textHash(fingerprint), normalisedQuery],
    ...[textHash(normalisedQuery), embedder, vector && vectorValue(vector)],
    ...[result.id, query, result.createdAt, result.servedUntil, result.keptUntil, bytes, response, trace],
  ]
}
