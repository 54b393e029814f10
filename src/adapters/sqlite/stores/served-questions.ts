import { SERVED_REMEMBERED } from '../../../cache/question-pairs.ts'
import type { ServedQuestions } from '../../storage/question-pairs.ts'
import type { Change } from '../../storage/sql.ts'
import { textHash } from '../../storage/text-hash.ts'

// A result deleted before this write leaves nothing to record.
const NOTE = `INSERT OR REPLACE INTO served_questions (result_id, query_hash, query, served_at)
  SELECT id, ?, ?, ? FROM results WHERE id = ?`
const TRIM = `DELETE FROM served_questions WHERE rowid IN
  (SELECT rowid FROM served_questions WHERE result_id = ? ORDER BY served_at DESC LIMIT -1 OFFSET ${SERVED_REMEMBERED})`

/** Writes to SQLite which questions results were served to. */
export function writeServedToSqlite(entries: Array<[string, ServedQuestions]>): Change[] {
  const notes = entries.flatMap(([id, asked]) =>
    [...asked].map(([query, at]) => [textHash(query), query, at, id]),
  )
  return [
    { sql: NOTE, rows: notes },
    { sql: TRIM, rows: entries.map(([id]) => [id]) },
  ]
}
