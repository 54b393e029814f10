import { PAIRS_REMEMBERED, type QuestionPairs, SERVED_REMEMBERED } from '../../../cache/question-pairs.ts'
import type { DelayedWrites } from '../../storage/delayed-writes.ts'
import { latestOf, pairOf, type ServedQuestions } from '../../storage/question-pair.ts'
import type { Postgres, Queries } from '../postgres.ts'
import { textHash } from '../text-hash.ts'

// Nothing is recorded for a result that was deleted before, or is being deleted now.
const NOTE = `
  INSERT INTO stretto.served_questions (result_id, query_hash, query, served_at)
  SELECT id, query_hash, query, served_at
  FROM unnest($1::text[], $2::bytea[], $3::text[], $4::float8[]) AS noted (result_id, query_hash, query, served_at)
  JOIN (SELECT id FROM stretto.results WHERE id = ANY($1) FOR KEY SHARE SKIP LOCKED) AS kept ON id = result_id
  ORDER BY id, query_hash
  ON CONFLICT (result_id, query_hash) DO UPDATE SET served_at = excluded.served_at`

// Without waiting: what another process is writing at this moment is trimmed the next time.
const TRIM_NOTES = `
  DELETE FROM stretto.served_questions WHERE (result_id, query_hash) IN (
    SELECT result_id, query_hash FROM stretto.served_questions WHERE (result_id, query_hash) IN (
      SELECT result_id, query_hash FROM (
        SELECT result_id, query_hash, row_number() OVER (PARTITION BY result_id ORDER BY served_at DESC) AS rank
        FROM stretto.served_questions WHERE result_id = ANY($1)) AS ranked
      WHERE rank > ${SERVED_REMEMBERED})
    FOR UPDATE SKIP LOCKED)`

const MARK = `
  INSERT INTO stretto.different_questions (scope, pair_hash, marked_at)
  SELECT $1, pair_hash, $3 FROM unnest($2::bytea[]) AS marked (pair_hash)
  ON CONFLICT (scope, pair_hash) DO UPDATE SET marked_at = excluded.marked_at, place = DEFAULT`

const TRIM_MARKS = `
  DELETE FROM stretto.different_questions WHERE scope = $1 AND place IN
  (SELECT place FROM stretto.different_questions WHERE scope = $1 ORDER BY marked_at DESC, place DESC
   OFFSET ${PAIRS_REMEMBERED})`

/** Stores in Postgres which questions results were served to, and which questions differ. */
export function createPostgresQuestionPairs(
  postgres: Postgres,
  later: DelayedWrites<Queries>,
): QuestionPairs {
  const notes = later.collect<ServedQuestions>({ merge: latestOf, write: writeNotes })

  return {
    noteServed: (resultId, asked, at) => notes.add(resultId, new Map([[asked, at]])),

    async servedTo(resultId) {
      await later.flush()
      const rows = await postgres.query<{ query: string }>(
        `SELECT query FROM stretto.served_questions WHERE result_id = $1 ORDER BY served_at DESC LIMIT $2`,
        [resultId, SERVED_REMEMBERED],
      )
      return rows.map(({ query }) => query)
    },

    async markDifferent(scope, { question, others, at }) {
      const pairs = new Map(
        others.map((other) => [pairOf(question, other), textHash(pairOf(question, other))]),
      )
      if (pairs.size === 0) return
      await postgres.transaction(async (queries) => {
        // One call at a time, so that those with the same pairs do not block one another.
        await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pairs of ${scope}`])
        await queries.change(MARK, [scope, [...pairs.values()], at])
        await queries.change(TRIM_MARKS, [scope])
      })
    },

    async areDifferent(scope, left, right) {
      const [found] = await postgres.query(
        'SELECT 1 FROM stretto.different_questions WHERE scope = $1 AND pair_hash = $2',
        [scope, textHash(pairOf(left, right))],
      )
      return found !== undefined
    },
  }
}

async function writeNotes(entries: Array<[string, ServedQuestions]>, queries: Queries): Promise<void> {
  const notes = entries.flatMap(([id, asked]) => [...asked].map(([query, at]) => ({ id, query, at })))
  await queries.change(NOTE, [
    notes.map(({ id }) => id),
    notes.map(({ query }) => textHash(query)),
    notes.map(({ query }) => query),
    notes.map(({ at }) => at),
  ])
  await queries.change(TRIM_NOTES, [entries.map(([id]) => id)])
}
