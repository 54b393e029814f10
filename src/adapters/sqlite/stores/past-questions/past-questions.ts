import { LONGEST_NEAR, type PastQuestions, type SearchBounds } from '../../../../cache/past-questions.ts'
import { withTimeLimit } from '../../../../utils/with-time-limit.ts'
import type { DelayedWrites } from '../../../storage/delayed-writes.ts'
import { createRemovals, DELETED_AT_ONCE } from '../../../storage/past-questions/removals.ts'
import { createResultReads, RESULTS } from '../../../storage/past-questions/result-reads.ts'
import type { Sql } from '../../../storage/sql.ts'
import type { Database } from '../../database.ts'
import { watchOtherWriters } from '../../other-writers.ts'
import { storedColumns } from '../../stored-columns.ts'
import { checkOpen } from '../../transaction.ts'
import { createHeldResults } from './held-results.ts'
import { createQuestionIndex } from './question-index.ts'
import { createQuestionRows } from './question-rows.ts'

/** The size of the most recently served results that are kept in memory, as stored. */
const HELD_BYTES = 32 * 1024 * 1024

/** How long opening waits for the index; questions not in it by then are found by exact text only until they are. */
const FILL_TIMEOUT_MS = 3_000

/** How many times as many questions are searched when some of the nearest can no longer be served. */
const WIDER = 8

const SET_USED = 'UPDATE results SET used_at = ? WHERE id = ?'

const NEWEST = storedColumns({
  number: 'number',
  id: 'text',
  query: 'text',
  normalised_query: 'text',
  created_at: 'number',
})

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
  const { damage } = sql
  const { write } = database.writes
  const newest = database.prepare(
    `SELECT ${NEWEST.sql} FROM (
       SELECT number, id, created_at, place, substr(query, 1, ${LONGEST_NEAR}) AS query,
         substr(normalised_query, 1, ${LONGEST_NEAR}) AS normalised_query
       FROM questions JOIN results ON question = number
       WHERE number IN (SELECT value FROM json_each(?)) AND served_until > ?)
     ORDER BY created_at, place`,
  )

  const rows = createQuestionRows(database, embedder)
  const reads = createResultReads(sql, embedder)
  const othersVersion = watchOtherWriters(database)
  const index = createQuestionIndex({ ...parts, damage, othersVersion })
  let seen = othersVersion()
  let held = createHeldResults(HELD_BYTES)
  /** How often something was saved or deleted: what was read before is not held after. */
  let changes = 0
  const used = later.collect<number>({
    merge: Math.max,
    write: (entries) => [{ sql: SET_USED, rows: entries.map(([id, at]) => [at, id]) }],
  })
  await withTimeLimit(FILL_TIMEOUT_MS, index.fill()).catch(() => {})

  /** The newest results of questions, of those that may be served if a time is given; by the numbers of questions. */
  function newestOf(questions: number[], { servedAt = -1 }: SearchBounds) {
    const rows = damage.around(RESULTS, () => newest.all(JSON.stringify(questions), servedAt), [])
    const read = (row: unknown) => [newestIn(NEWEST.read(row))]
    return new Map(
      rows.flatMap((row) => damage.around<ReturnType<typeof read>>(RESULTS, () => read(row), [])),
    )
  }

  async function remove(ids: string[]): Promise<number> {
    let count = 0
    for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
      const some = ids.slice(start, start + DELETED_AT_ONCE)
      const removed = await write(() => rows.remove(some)).catch((error) => {
        throw damage.refused(RESULTS, error)
      })
      changes++
      held.remove(removed.results)
      index.remove(removed.questions)
      count += removed.results.length
    }
    return count
  }

  const removals = createRemovals({ sql, later, count: reads.count, remove })

  return {
    ...reads,

    async save(result, vector) {
      const written = await write(() => rows.insert(result, vector))
      if (written !== null) index.add(written, result)
      changes++
      held.giveWayTo(result)
    },

    async findExact(query, filter, now) {
      // Another process may have removed a result or stored a newer one.
      const version = othersVersion()
      if (version !== seen) held = createHeldResults(HELD_BYTES)
      seen = version
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
    async expire(now) {
      const removed = await removals.expire(now)
      await index.prune()
      return removed
    },
    evict: removals.evict,

    async setVectors(vectors) {
      await write(() => rows.setVectors(vectors))
      index.fallBehind()
    },
  }
}

/** The newest result of a question, with the number of the question. */
function newestIn(row: ReturnType<typeof NEWEST.read>) {
  const { id: resultId, query, normalised_query: normalisedQuery, created_at: createdAt } = row
  return [row.number, { resultId, query, normalisedQuery, createdAt }] as const
}
