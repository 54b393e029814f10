import { createHash } from 'node:crypto'
import { PAIRS_REMEMBERED, type QuestionPairs, SERVED_REMEMBERED } from '../../../cache/question-pairs.ts'
import type { DelayedWrites } from '../../storage/delayed-writes.ts'
import { latestOf, pairOf, type ServedQuestions } from '../../storage/question-pair.ts'
import { createDamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { storedColumns } from '../stored-columns.ts'

const SERVED = storedColumns({ query: 'text' })

/** Stores in SQLite which questions results were served to, and which questions differ. */
export function createSqliteQuestionPairs(
  database: Database,
  later: DelayedWrites,
  damage = createDamageReport(),
): QuestionPairs {
  // A result deleted before this write leaves nothing to record.
  const note = database.prepare(
    `INSERT OR REPLACE INTO served_questions (result_id, query, served_at) SELECT id, ?, ? FROM results WHERE id = ?`,
  )
  const trimNotes = database.prepare(
    `DELETE FROM served_questions WHERE rowid IN
     (SELECT rowid FROM served_questions WHERE result_id = ? ORDER BY served_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  )
  const noted = database.prepare(
    `SELECT ${SERVED.sql} FROM served_questions WHERE result_id = ? ORDER BY served_at DESC, rowid DESC`,
  )
  const mark = database.prepare(
    'INSERT OR REPLACE INTO different_questions (scope, pair_hash, marked_at) VALUES (?, ?, ?)',
  )
  const trimMarks = database.prepare(
    `DELETE FROM different_questions WHERE rowid IN
     (SELECT rowid FROM different_questions WHERE scope = ? ORDER BY marked_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  )
  const marked = database.prepare('SELECT 1 FROM different_questions WHERE scope = ? AND pair_hash = ?')

  const notes = later.collect<ServedQuestions>({
    merge: latestOf,
    write(entries) {
      for (const [id, questions] of entries) {
        for (const [query, at] of questions) note.run(query, at, id)
        trimNotes.run(id, SERVED_REMEMBERED)
      }
    },
  })

  return {
    noteServed: (resultId, asked, at) => notes.add(resultId, new Map([[asked, at]])),

    async servedTo(resultId) {
      await later.flush()
      const find = () => noted.all(resultId).map((row) => SERVED.read(row).query)
      return damage.around('the questions the cache has served', find, [])
    },

    markDifferent: (scope, { question, others, at }) =>
      database.writes
        .write(() => {
          for (const other of others) mark.run(scope, pairHash(question, other), at)
          trimMarks.run(scope, PAIRS_REMEMBERED)
        })
        .catch((error) => {
          throw damage.refused('the questions that differ', error)
        }),

    async areDifferent(scope, left, right) {
      return marked.get(scope, pairHash(left, right)) !== undefined
    },
  }
}

/** A hash stands for a pair: questions may be long and need not be stored. */
function pairHash(left: string, right: string): string {
  return createHash('sha256').update(pairOf(left, right)).digest('hex')
}
