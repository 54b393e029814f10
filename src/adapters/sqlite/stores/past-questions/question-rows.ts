import type { NewResult, OutdatedQuestion } from '../../../../cache/past-questions.ts'
import type { Database } from '../../database.ts'
import { storedColumns } from '../../stored-columns.ts'
import { traceBytes } from './result-row.ts'

const QUESTION = storedColumns({ number: 'number', embedder: 'text?' })
const OUTDATED = storedColumns({ number: 'number', query: 'text' })
const RESULT = storedColumns({ question: 'number' })

/** A vector as it is stored, with the number of its row. */
export interface WrittenVector {
  number: number
  question: number
  vector: Float32Array
}

/** Writes and lists the rows of questions and results; writing is for a transaction of the caller. */
export interface QuestionRows {
  /** Returns the vector that was written; null if the question had one. */
  insert(result: NewResult, vector: Float32Array | null): WrittenVector | null
  setVectors(vectors: Map<number, Float32Array>): void
  /** Deletes results one by one; returns those that existed, and the questions that have none left. */
  remove(ids: Iterable<string>): { results: string[]; questions: number[] }
  countOutdated(after: number): number
  outdated(after: number, limit: number): OutdatedQuestion[]
}

/** Prepares the statements. Answers have a table of their own, so that changing the time of use is cheap. */
export function createQuestionRows(database: Database, embedder: string): QuestionRows {
  // An update that changes nothing, so that the row is returned also if there was one.
  const addQuestion = database.prepare(
    `INSERT INTO questions (scope, router, fingerprint, edition, normalised_query, embedder)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET scope = excluded.scope RETURNING ${QUESTION.sql}`,
  )
  const addResult = database.prepare(
    `INSERT INTO results (id, scope, query, created_at, served_until, kept_until, used_at, question, bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addResponse = database.prepare('INSERT INTO result_responses (id, response) VALUES (?, ?)')
  const addTrace = database.prepare('INSERT INTO result_traces (id, trace) VALUES (?, ?)')
  const addVector = database.prepare(
    'INSERT OR REPLACE INTO question_vectors (question, vector) SELECT number, ? FROM questions WHERE number = ?',
  )
  const addFirstVector = database.prepare(
    'INSERT OR IGNORE INTO question_vectors (question, vector) VALUES (?, ?)',
  )
  const setEmbedder = database.prepare('UPDATE questions SET embedder = ? WHERE number = ?')
  const findResult = database.prepare(`SELECT ${RESULT.sql} FROM results WHERE id = ?`)
  const removeResult = database.prepare('DELETE FROM results WHERE id = ?')
  const hasQuestion = database.prepare('SELECT 1 FROM questions WHERE number = ?')
  const countOutdated = database.prepare(
    'SELECT COUNT(*) AS count FROM questions WHERE number > ? AND embedder IS NOT ?',
  )
  const outdated = database.prepare(
    `SELECT ${OUTDATED.sql} FROM (SELECT number, (SELECT query FROM results WHERE question = number
       ORDER BY created_at DESC LIMIT 1) AS query
     FROM questions WHERE number > ? AND embedder IS NOT ? ORDER BY number LIMIT ?)`,
  )

  function setVector(question: number, vector: Float32Array): number {
    const { lastInsertRowid } = addVector.run(bytesOf(vector), question)
    setEmbedder.run(embedder, question)
    return Number(lastInsertRowid)
  }

  /** Writes the vector of a question unless it has one of this embedder; returns the number of its row. */
  function addVectorOf({ number, ...question }: ReturnType<typeof QUESTION.read>, vector: Float32Array) {
    if (question.embedder !== embedder) return setVector(number, vector)
    const { changes, lastInsertRowid } = addFirstVector.run(number, bytesOf(vector))
    return changes === 0 ? null : Number(lastInsertRowid)
  }

  return {
    insert(result, vector) {
      const { scope, router, fingerprint, edition, normalisedQuery } = result
      const asked = [scope, router, fingerprint, edition, normalisedQuery, vector && embedder]
      const question = QUESTION.read(addQuestion.get(...asked))
      const { id, query, createdAt, servedUntil, keptUntil } = result
      const response = JSON.stringify(result.response)
      const trace = traceBytes(result.trace)
      const bytes = Buffer.byteLength(response) + Buffer.byteLength(query) + trace.byteLength
      addResult.run(
        ...[id, scope, query, createdAt, servedUntil, keptUntil, createdAt, question.number, bytes],
      )
      addResponse.run(id, response)
      addTrace.run(id, trace)
      const number = vector && addVectorOf(question, vector)
      return number === null ? null : { question: question.number, number, vector: vector! }
    },

    setVectors(vectors) {
      for (const [question, vector] of vectors) setVector(question, vector)
    },

    remove(ids) {
      const results: string[] = []
      const questions = new Set<number>()
      for (const id of ids) {
        const row = findResult.get(id)
        if (row === undefined) continue
        questions.add(RESULT.read(row).question)
        removeResult.run(id)
        results.push(id)
      }
      return { results, questions: [...questions].filter((number) => hasQuestion.get(number) === undefined) }
    },

    countOutdated: (after) => (countOutdated.get(after, embedder) as { count: number }).count,
    outdated: (after, limit) => outdated.all(after, embedder, limit).map((row) => OUTDATED.read(row)),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
