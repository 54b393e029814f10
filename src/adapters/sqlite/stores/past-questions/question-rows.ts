import type { NewResult } from '../../../../cache/past-questions.ts'
import { storedTexts } from '../../../storage/past-questions/result-row.ts'
import { fingerprintHash, textHash } from '../../../storage/text-hash.ts'
import { bytesOf } from '../../../storage/vector-bytes.ts'
import type { Database } from '../../database.ts'
import { storedColumns } from '../../stored-columns.ts'

const QUESTION = storedColumns({ number: 'number', embedder: 'text?' })
const RESULT = storedColumns({ question: 'number' })

/** A vector as it is stored, with the number of its row. */
export interface WrittenVector {
  number: number
  question: number
  vector: Float32Array
}

/** Writes the rows of questions and results, in a transaction of the caller. */
export function createQuestionRows(database: Database, embedder: string) {
  // An update that changes nothing, so that the row is returned also if there was one.
  const addQuestion = database.prepare(
    `INSERT INTO questions (scope, router, edition, fingerprint, fingerprint_hash, normalised_query, query_hash, embedder)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET scope = excluded.scope RETURNING ${QUESTION.sql}`,
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
  const findResult = database.prepare(`SELECT ${RESULT.sql} FROM results WHERE id = ?`)
  const removeResult = database.prepare('DELETE FROM results WHERE id = ?')
  const hasQuestion = database.prepare('SELECT 1 FROM questions WHERE number = ?')

  function setVector(question: number, vector: Float32Array): number {
    const { lastInsertRowid } = addVector.run(bytesOf(vector), question)
    setEmbedder.run(embedder, question)
    return Number(lastInsertRowid)
  }

  function addFirstVector(question: number, vector: Float32Array): number | null {
    const { changes, lastInsertRowid } = addMissing.run(question, bytesOf(vector))
    return changes === 0 ? null : Number(lastInsertRowid)
  }

  return {
    /** Returns the vector that was written; null if the question had one. */
    insert(result: NewResult, vector: Float32Array | null): WrittenVector | null {
      const { scope, router, fingerprint, edition, normalisedQuery } = result
      const texts = [fingerprint, fingerprintHash(fingerprint), normalisedQuery, textHash(normalisedQuery)]
      // Never by `get`, here and below: once it has met damage, it goes on failing.
      const [asked] = addQuestion.all(scope, router, edition, ...texts, vector && embedder)
      const { number: question, embedder: earlier } = QUESTION.read(asked)
      const { id, query, createdAt, servedUntil, keptUntil } = result
      const { response, trace, bytes } = storedTexts(result)
      const times = [createdAt, servedUntil, keptUntil, createdAt]
      addResult.run(id, scope, question, query, ...times, bytes, response, trace)
      if (vector === null) return null
      // One of this embedder stays.
      const number = earlier === embedder ? addFirstVector(question, vector) : setVector(question, vector)
      return number === null ? null : { question, number, vector }
    },

    setVectors(vectors: Map<number, Float32Array>): void {
      for (const [question, vector] of vectors) setVector(question, vector)
    },

    /** Deletes results one by one; returns those that existed, and the questions that have none left. */
    remove(ids: string[]) {
      const results: string[] = []
      const questions = new Set<number>()
      for (const id of ids) {
        const [row] = findResult.all(id)
        if (row === undefined) continue
        questions.add(RESULT.read(row).question)
        removeResult.run(id)
        results.push(id)
      }
      return { results, questions: [...questions].filter((number) => hasQuestion.all(number).length === 0) }
    },
  }
}
