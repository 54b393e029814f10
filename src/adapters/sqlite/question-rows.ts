import type { NewResult } from '../../cache/past-questions.ts'
import { storedTexts } from '../storage/results.ts'
import { bytesOf, fingerprintHash, textHash } from '../storage/stored-values.ts'
import type { Database } from './database.ts'
import { rowsOf, selected } from './sql.ts'

const QUESTION = { number: 'number', embedder: 'text?' } as const
const readQuestion = rowsOf(QUESTION)

/** Writes the rows of questions and results, in a transaction of the caller. */
export function createQuestionRows(database: Database, embedder: string) {
  // An update that changes nothing, so that the row is returned also if there was one.
  const addQuestion = database.prepare(
    `INSERT INTO questions (scope, router, edition, fingerprint, fingerprint_hash, normalised_query, query_hash, embedder)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET scope = excluded.scope RETURNING ${selected(QUESTION)}`,
  )
  const addResult = database.prepare(
    `INSERT INTO results (id, scope, question, query, created_at, served_until, kept_until, used_at, bytes, response, trace)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addVector = database.prepare(
    'INSERT OR REPLACE INTO question_vectors (question, vector) SELECT number, ? FROM questions WHERE number = ?',
  )
  const addMissing = database.prepare(
    'INSERT OR IGNORE INTO question_vectors (question, vector) VALUES (?, ?)',
  )
  const setEmbedder = database.prepare('UPDATE questions SET embedder = ? WHERE number = ?')
  const findResult = database.prepare(`SELECT question FROM results WHERE id = ?`)
  const removeResult = database.prepare('DELETE FROM results WHERE id = ?')
  const hasQuestion = database.prepare('SELECT 1 FROM questions WHERE number = ?')

  function setVector(question: number, vector: Float32Array): void {
    addVector.run(bytesOf(vector), question)
    setEmbedder.run(embedder, question)
  }

  return {
    /** Returns the number of the question if its vector was written; null if it had one, or there is none. */
    insert(result: NewResult, vector: Float32Array | null): number | null {
      const { scope, router, fingerprint, edition, normalisedQuery } = result
      const texts = [fingerprint, fingerprintHash(fingerprint), normalisedQuery, textHash(normalisedQuery)]
      const [asked] = addQuestion.all(scope, router, edition, ...texts, vector && embedder)
      const { number: question, embedder: earlier } = readQuestion(asked)
      const { id, query, createdAt, servedUntil, keptUntil } = result
      const { response, trace, bytes } = storedTexts(result)
      const times = [createdAt, servedUntil, keptUntil, createdAt]
      addResult.run(id, scope, question, query, ...times, bytes, response, trace)
      if (vector === null) return null
      if (earlier !== embedder) setVector(question, vector)
      // One of this embedder stays.
      else if (addMissing.run(question, bytesOf(vector)).changes === 0) return null
      return question
    },

    setVectors(vectors: Map<number, Float32Array>): void {
      for (const [question, vector] of vectors) setVector(question, vector)
    },

    /** Deletes results one by one; returns those that existed, and the questions that have none left. */
    remove(ids: string[]) {
      const results: string[] = []
      const questions = new Set<number>()
      for (const id of ids) {
        const row = findResult.get(id) as { question: number } | undefined
        if (row === undefined) continue
        questions.add(row.question)
        removeResult.run(id)
        results.push(id)
      }
      return { results, questions: [...questions].filter((number) => hasQuestion.all(number).length === 0) }
    },
  }
}
