import { PAIRS_REMEMBERED, type QuestionPairs, SERVED_REMEMBERED } from '../../cache/past-questions.ts'
import type { DelayedWrites } from './delayed-writes.ts'
import { query, type Sql, textHash, trimming } from './sql.ts'

const SERVED = query(
  { query: 'text' },
  `FROM stretto.served_questions WHERE result_id = $1 ORDER BY served_at DESC LIMIT ${SERVED_REMEMBERED}`,
)
// Nothing is recorded for a result that was deleted before, or is being deleted now.
const NOTE = `
  INSERT INTO stretto.served_questions (result_id, query_hash, query, served_at)
  SELECT id, $1, $2, $3 FROM stretto.results WHERE id = $4 FOR KEY SHARE SKIP LOCKED
  ON CONFLICT (result_id, query_hash) DO UPDATE SET served_at = excluded.served_at`
const TRIM_NOTES = trimming('served_questions', 'result_id', 'query_hash', 'served_at', SERVED_REMEMBERED)
const DIFFERENT = query(
  { scope: 'text' },
  'FROM stretto.different_questions WHERE scope = $1 AND pair_hash = $2',
)
const MARK = `
  INSERT INTO stretto.different_questions (scope, pair_hash, marked_at) VALUES :rows
  ON CONFLICT (scope, pair_hash) DO UPDATE SET marked_at = excluded.marked_at`
const TRIM_MARKS = trimming('different_questions', 'scope', 'pair_hash', 'marked_at', PAIRS_REMEMBERED)

type ServedQuestions = Map<string, number>

/** Stores which questions results were served to, and which questions differ. */
export function createQuestionPairs(sql: Sql, later: DelayedWrites): QuestionPairs {
  const notes = later.collect<ServedQuestions>({
    merge: latestOf,
    write: (entries) => [
      { sql: NOTE, rows: entries.flatMap(([id, asked]) => notesOf(id, asked)) },
      { sql: TRIM_NOTES, rows: entries.map(([id]) => [id]) },
    ],
  })

  return {
    noteServed: (resultId, asked, at) => notes.add(resultId, new Map([[asked, at]])),

    async servedTo(resultId) {
      await later.flush()
      return (await sql.read(SERVED, [resultId])).map((row) => row.query)
    },

    async markDifferent(scope, { question, others, at }) {
      if (others.length === 0) return
      // Of those marked at once, the first are forgotten first.
      const pairs = new Map(
        others.map((other, place) => [hashOf(question, other).toString('hex'), at + place / others.length]),
      )
      // In the order of the hashes, so that processes that mark the same do not block one another.
      const marks = [...pairs].sort(([left], [right]) => (left < right ? -1 : 1))
      const rows = marks.map(([hash, markedAt]) => [scope, Buffer.from(hash, 'hex'), markedAt])
      await sql.change({ sql: MARK, rows }, { sql: TRIM_MARKS, rows: [[scope]] })
    },

    areDifferent: async (scope, left, right) =>
      (await sql.read(DIFFERENT, [scope, hashOf(left, right)])).length > 0,
  }
}

/** The rows of NOTE, in the order of the questions, so that processes that note the same do not block one another. */
function notesOf(resultId: string, asked: ServedQuestions): unknown[][] {
  const inOrder = [...asked].sort(([left], [right]) => (left < right ? -1 : 1))
  return inOrder.map(([question, at]) => [textHash(question), question, at, resultId])
}

/** A hash stands for a pair in either order: questions may be long and need not be stored. */
function hashOf(left: string, right: string): Buffer {
  return textHash(JSON.stringify([left, right].sort()))
}

/** The latest questions of both, oldest first. */
function latestOf(earlier: ServedQuestions, later: ServedQuestions): ServedQuestions {
  const repeated = new Map([...earlier].filter(([asked]) => !later.has(asked)))
  return new Map([...repeated, ...later].slice(-SERVED_REMEMBERED))
}
