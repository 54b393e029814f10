import { SERVED_REMEMBERED } from '../../../cache/question-pairs.ts'
import type { ServedQuestions } from '../../storage/question-pairs.ts'
import type { Change } from '../../storage/sql.ts'
import { textHash } from '../../storage/text-hash.ts'

// Nothing is recorded for a result that was deleted before, or is being deleted now.
const NOTE = `
  INSERT INTO stretto.served_questions (result_id, query_hash, query, served_at)
  SELECT id, query_hash, query, served_at
  FROM unnest($1::text[], $2::bytea[], $3::text[], $4::float8[]) AS noted (result_id, query_hash, query, served_at)
  JOIN (SELECT id FROM stretto.results WHERE id = ANY($1) FOR KEY SHARE SKIP LOCKED) AS kept ON id = result_id
  ORDER BY id, query_hash
  ON CONFLICT (result_id, query_hash) DO UPDATE SET served_at = excluded.served_at`

// Without waiting: what another process is writing at this moment is trimmed the next time.
const TRIM = `
  DELETE FROM stretto.served_questions WHERE (result_id, query_hash) IN (
    SELECT result_id, query_hash FROM stretto.served_questions WHERE (result_id, query_hash) IN (
      SELECT result_id, query_hash FROM (
        SELECT result_id, query_hash, row_number() OVER (PARTITION BY result_id ORDER BY served_at DESC) AS rank
        FROM stretto.served_questions WHERE result_id = ANY($1)) AS ranked
      WHERE rank > ${SERVED_REMEMBERED})
    FOR UPDATE SKIP LOCKED)`

/** Writes to Postgres which questions results were served to. */
export function writeServedToPostgres(entries: Array<[string, ServedQuestions]>): Change[] {
  const notes = entries.flatMap(([id, asked]) => [...asked].map(([query, at]) => ({ id, query, at })))
  const columns = [
    notes.map(({ id }) => id),
    notes.map(({ query }) => textHash(query)),
    notes.map(({ query }) => query),
    notes.map(({ at }) => at),
  ]
  return [
    { sql: NOTE, rows: [columns] },
    { sql: TRIM, rows: [[entries.map(([id]) => id)]] },
  ]
}
