import { LRUCache } from 'lru-cache'
import { STANDALONE } from '../../cache/cache-policy.ts'
import {
  LONGEST_NEAR,
  type PastQuestions,
  type ResultFilter,
  type SearchBounds,
  type StoredResult,
} from '../../cache/past-questions.ts'
import { withTimeLimit } from '../../utils/with-time-limit.ts'
import type { DelayedWrites } from '../storage/delayed-writes.ts'
import { createRemovals, DELETED_AT_ONCE } from '../storage/removals.ts'
import { createResultReads, type SizedResult } from '../storage/results.ts'
import type { RowOf, Sql } from '../storage/sql.ts'
import type { Database } from './database.ts'
import { createQuestionIndex } from './question-index.ts'
import { createQuestionRows } from './question-rows.ts'
import { rowsOf, selected } from './sql.ts'
import { checkOpen } from './transaction.ts'

/** The size of the most recently served results that are kept in memory, as stored. */
const HELD_BYTES = 32 * 1024 * 1024

/** How long opening waits for the index; questions not in it by then are found by exact text only until they are. */
const FILL_TIMEOUT_MS = 3_000

/** How many times as many questions are searched when some of the nearest can no longer be served. */
const WIDER = 8

const setUsed = () => 'UPDATE results SET used_at = $1 WHERE id = $2'

const NEWEST = {
  number: 'number',
  id: 'text',
  query: 'text',
  normalised_query: 'text',
  created_at: 'number',
} as const
const readNewest = rowsOf(NEWEST)

interface PastQuestionsParts {
  database: Database
  sql: Sql
  later: DelayedWrites
  /** Name of the embedding model. */
  embedder: string
  /** How many questions may be stored. */
  mostQuestions: number
  /** Lets other work have its turn. */
  rest: () => Promise<void>
}

/** Opens the past questions in SQLite, with their vectors in an index in memory. */
export async function openSqlitePastQuestions(parts: PastQuestionsParts): Promise<PastQuestions> {
  const { database, sql, later, embedder } = parts
  const { write } = database.writes
  const newest = database.prepare(
    `SELECT ${selected(NEWEST)} FROM (
       SELECT number, id, created_at, place, substr(query, 1, ${LONGEST_NEAR}) AS query,
         substr(normalised_query, 1, ${LONGEST_NEAR}) AS normalised_query
       FROM questions JOIN results ON question = number
       WHERE number IN (SELECT value FROM json_each(?)) AND served_until > ?)
     ORDER BY created_at, place`,
  )

  const rows = createQuestionRows(database, embedder)
  const reads = createResultReads(sql, embedder)
  const index = createQuestionIndex(parts)
  const held = createHeldResults(HELD_BYTES)
  /** How often something was saved or deleted: what was read before is not held after. */
  let changes = 0
  const used = later.collect<number>({
    merge: Math.max,
    write: (entries) => [{ sql: setUsed, rows: entries.map(([id, at]) => [at, id]) }],
  })
  await withTimeLimit(FILL_TIMEOUT_MS, index.fill()).catch(() => {})

  /** The newest results of questions, of those that may be served if a time is given; by the numbers of questions. */
  function newestOf(questions: number[], { servedAt = -1 }: SearchBounds) {
    const rows = newest.all(JSON.stringify(questions), servedAt)
    return new Map(rows.map((row) => newestIn(readNewest(row))))
  }

  async function remove(ids: string[]): Promise<number> {
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
  }

  return {
    ...reads,

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
      const found = await reads.findExact(query, filter, now)
      if (found !== null && changes === before) held.hold(query, filter, found)
      return found?.result ?? null
    },

    async nearest(vector, filter, bounds) {
      const { limit, leastCosine = -1 } = bounds
      const search = async (most: number) => {
        const nearest = await index.search(vector, filter, most)
        const matches = nearest.filter(({ cosine }) => cosine >= leastCosine)
        checkOpen(database)
        if (matches.length === 0) return { found: [], areAll: true }
        const results = newestOf(
          matches.map(({ id }) => id),
          bounds,
        )
        const found = matches.flatMap(({ id, cosine }) => {
          const result = results.get(id)
          return result === undefined ? [] : [{ cosine, ...result }]
        })
        return { found: found.slice(0, limit), areAll: matches.length < most }
      }
      const near = await search(limit)
      return near.found.length === limit || near.areAll ? near.found : (await search(WIDER * limit)).found
    },

    markUsed: used.add,

    remove,
    ...createRemovals({ sql, later, count: reads.count, remove }),

    async setVectors(vectors) {
      await write(() => rows.setVectors(vectors))
      for (const [question, vector] of vectors) index.add(question, vector)
    },
  }
}

/** The newest result of a question, with the number of the question. */
function newestIn(row: RowOf<typeof NEWEST>) {
  const { id: resultId, query, normalised_query: normalisedQuery, created_at: createdAt } = row
  return [row.number, { resultId, query, normalisedQuery, createdAt }] as const
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
