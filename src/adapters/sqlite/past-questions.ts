import { LRUCache } from 'lru-cache'
import { STANDALONE } from '../../cache/cache-policy.ts'
import {
  LONGEST_NEAR,
  type NewResult,
  type PastQuestions,
  type ResultFilter,
  type StoredResult,
} from '../../cache/past-questions.ts'
import { withTimeLimit } from '../../utils/time-limits.ts'
import {
  createStoredResults,
  DELETED_AT_ONCE,
  questionValues,
  type ResultParts,
  resultValues,
  type SizedResult,
} from '../storage/results.ts'
import { bytesOf } from '../storage/sql.ts'
import { checkOpen } from './group-commit.ts'
import { createQuestionIndex, type IndexParts } from './question-index.ts'
import { rowsOf, type SqliteDatabase, selected } from './sql.ts'

/** The size of the most recently served results that are kept in memory, as stored. */
const HELD_BYTES = 32 * 1024 * 1024

/** How long opening waits for the index; questions not in it by then are found by exact text only until they are. */
const FILL_TIMEOUT_MS = 3_000

/** How many times as many questions are searched when some of the nearest can no longer be served. */
const WIDER = 8

const SET_USED = 'UPDATE results SET used_at = $1 WHERE id = $2'

const NEWEST = {
  number: 'number',
  resultId: 'text',
  query: 'text',
  normalisedQuery: 'text',
  createdAt: 'number',
} as const
const readNewest = rowsOf(NEWEST)

/** Opens the past questions in SQLite, with their vectors in an index in memory. */
export async function openSqlitePastQuestions(parts: IndexParts & ResultParts): Promise<PastQuestions> {
  const { database } = parts
  const { write } = database.writes
  const newest = database.prepare(
    `SELECT ${selected(NEWEST)} FROM (
       SELECT number, id AS resultId, created_at AS createdAt, place, substr(query, 1, ${LONGEST_NEAR}) AS query,
         substr(normalised_query, 1, ${LONGEST_NEAR}) AS normalisedQuery
       FROM questions JOIN results ON question = number
       WHERE number IN (SELECT value FROM json_each(?)) AND served_until > ?)
     ORDER BY createdAt, place`,
  )

  const rows = createQuestionRows(database, parts.embedder)
  const index = createQuestionIndex(parts)
  const held = createHeldResults(HELD_BYTES)
  /** How often something was saved or deleted: what was read before is not held after. */
  let changes = 0
  const results = createStoredResults(parts, {
    async remove(ids) {
      let count = 0
      for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
        const some = ids.slice(start, start + DELETED_AT_ONCE)
        const removed = await write(() => rows.remove(some))
        changes++
        held.remove(removed.results)
        index.remove(removed.questions)
        count += removed.results.length
      }
      return count
    },
    setUsed: (used) => ({ sql: SET_USED, rows: used.map(([id, at]) => [at, id]) }),
  })
  await withTimeLimit(FILL_TIMEOUT_MS, index.fill()).catch(() => {})

  return {
    ...results,

    async save(result, vector) {
      const question = await write(() => rows.insert(result, vector))
      if (question !== null) index.add(question, vector!)
      changes++
      held.giveWayTo(result)
    },

    async findExact(query, filter, now) {
      const ready = held.get(query, filter, now)
      if (ready !== null) return ready
      const before = changes
      const found = await results.findExact(query, filter, now)
      if (found !== null && changes === before) held.hold(query, filter, found)
      return found?.result ?? null
    },

    async nearest(vector, filter, bounds) {
      const { limit, leastCosine = -1, servedAt = -1 } = bounds
      const search = async (most: number) => {
        const nearest = await index.search(vector, filter, most)
        const matches = nearest.filter(({ cosine }) => cosine >= leastCosine)
        checkOpen(database)
        if (matches.length === 0) return { found: [], areAll: true }
        const rows = newest.all(JSON.stringify(matches.map(({ id }) => id)), servedAt).map(readNewest)
        // Of several rows of a question the last remains, which is the newest.
        const questions = new Map(rows.map(({ number, ...question }) => [number, question]))
        const found = matches.flatMap(({ id, cosine }) => {
          const question = questions.get(id)
          return question === undefined ? [] : [{ cosine, ...question }]
        })
        return { found: found.slice(0, limit), areAll: matches.length < most }
      }
      const near = await search(limit)
      return near.found.length === limit || near.areAll ? near.found : (await search(WIDER * limit)).found
    },

    async setVectors(vectors) {
      await write(() => rows.setVectors(vectors))
      for (const [question, vector] of vectors) index.add(question, vector)
    },
  }
}

const QUESTION = { number: 'number', embedder: 'text?' } as const
const readQuestion = rowsOf(QUESTION)

/** Writes the rows of questions and results, in a transaction of the caller. */
function createQuestionRows(database: SqliteDatabase, embedder: string) {
  // An update that changes nothing, so that the row is returned also if there was one.
  const addQuestion = database.prepare(
    `INSERT INTO questions (scope, router, edition, fingerprint, normalised_query, fingerprint_hash, query_hash, embedder)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET scope = excluded.scope RETURNING ${selected(QUESTION)}`,
  )
  const addResult = database.prepare(
    `INSERT INTO results (question, id, scope, created_at, served_until, kept_until, used_at, bytes, query, response, trace)
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
      const [asked] = addQuestion.all(...questionValues(result), vector && embedder)
      const { number: question, embedder: earlier } = readQuestion(asked)
      addResult.run(question, ...resultValues(result))
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
        const [row] = findResult.all(id) as Array<{ question: number }>
        if (row === undefined) continue
        questions.add(row.question)
        removeResult.run(id)
        results.push(id)
      }
      return { results, questions: [...questions].filter((number) => hasQuestion.all(number).length === 0) }
    },
  }
}

/** Holds the most recently served results, up to a size, so that a repeated hit needs neither disk access nor parsing. */
export function createHeldResults(mostBytes: number) {
  const held = new LRUCache<string, SizedResult>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  })

  return {
    /** The result, if it may still be served at that time. */
    get(query: string, filter: ResultFilter, now: number): StoredResult | null {
      const result = held.get(keyOf(query, filter))?.result
      return result === undefined || result.servedUntil <= now ? null : result
    },

    hold: (query: string, filter: ResultFilter, result: SizedResult) =>
      held.set(keyOf(query, filter), result),

    /** Forgets entries that would be found instead of a newer result. */
    giveWayTo(result: StoredResult): void {
      for (const fingerprint of [result.fingerprint, null, STANDALONE])
        held.delete(keyOf(result.normalisedQuery, { ...result, fingerprint }))
    },

    remove(ids: string[]): void {
      const gone = new Set(ids)
      for (const [key, { result }] of held.entries()) if (gone.has(result.id)) held.delete(key)
    },
  }
}

function keyOf(query: string, { scope, router, edition, fingerprint }: ResultFilter): string {
  return `${scope}\u0000${router}\u0000${edition}\u0000${fingerprint ?? ''}\u0000${query}`
}
