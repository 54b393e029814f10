import { CONDITIONED, STANDALONE } from '../../../../cache/fingerprint.ts'
import type { PastQuestions, SearchBounds } from '../../../../cache/past-questions.ts'
import { withTimeLimit } from '../../../../utils/with-time-limit.ts'
import type { DelayedWrites } from '../../../storage/delayed-writes.ts'
import type { DamageReport } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { watchOtherWriters } from '../../other-writers.ts'
import { storedColumns } from '../../stored-columns.ts'
import { checkOpen } from '../../transaction.ts'
import { createHeldResults } from './held-results.ts'
import { createQuestionIndex } from './question-index.ts'
import { createQuestionRows } from './question-rows.ts'
import { readResult, readTrace, SELECT_RESULT, SELECT_TRACE, type SizedResult } from './result-row.ts'
import { createSurplus } from './surplus.ts'

/** The size of the most recently served results that are kept in memory, as stored. */
const HELD_BYTES = 32 * 1024 * 1024

/** How long opening waits for the index; questions not in it by then are found by exact text only until they are. */
const FILL_TIMEOUT_MS = 3_000

/** How many results are deleted at once, so that nobody waits long. */
const DELETED_AT_ONCE = 100

/** How many times as many questions are searched when some of the nearest can no longer be served. */
const WIDER = 8

const NEWEST = storedColumns({
  number: 'number',
  id: 'text',
  query: 'text',
  normalised_query: 'text',
  created_at: 'number',
})
const ID = storedColumns({ id: 'text' })

/** The names of this data in damage reports. */
const RESULTS = 'the results of the cache'
const SIZES = 'the size of the cache'

const NEWEST_SERVABLE = 'AND served_until > ? ORDER BY created_at DESC, place DESC LIMIT 1'

interface PastQuestionsParts {
  database: Database
  later: DelayedWrites
  damage: DamageReport
  /** Name of the embedding model. */
  embedder: string
  /** How many questions may be stored. */
  mostQuestions: number
  /** Lets other work have its turn. */
  rest: () => Promise<void>
}

/** Opens the past questions in SQLite, with their vectors in an index in memory. */
export async function openSqlitePastQuestions(parts: PastQuestionsParts): Promise<PastQuestions> {
  const { database, later, damage, embedder } = parts
  const { write } = database.writes
  const byId = database.prepare(`${SELECT_RESULT} AND id = ? AND scope = ?`)
  const traceById = database.prepare(SELECT_TRACE)
  const ofQuery = `${SELECT_RESULT} AND scope = ? AND router = ? AND normalised_query = ? AND edition = ?`
  const exactAny = database.prepare(`${ofQuery} ${NEWEST_SERVABLE}`)
  const exactStandalone = database.prepare(
    `${ofQuery} AND substr(fingerprint, 1, 1) <> '${CONDITIONED}' ${NEWEST_SERVABLE}`,
  )
  const exactPanel = database.prepare(`${ofQuery} AND fingerprint = ? ${NEWEST_SERVABLE}`)
  const newest = database.prepare(
    `SELECT ${NEWEST.sql} FROM questions JOIN (SELECT rowid AS place, * FROM results) ON question = number
     WHERE number IN (SELECT value FROM json_each(?)) AND served_until > ? ORDER BY created_at, place`,
  )
  const older = database.prepare(
    `SELECT ${ID.sql} FROM results WHERE (question, created_at) IN (SELECT other.question, other.created_at
       FROM results AS other JOIN results AS this USING (question)
       WHERE this.id = ? AND other.created_at <= this.created_at)`,
  )
  const expired = database.prepare(`SELECT ${ID.sql} FROM results WHERE kept_until <= ? LIMIT ?`)
  const setUsed = database.prepare('UPDATE results SET used_at = ? WHERE id = ?')

  const rows = createQuestionRows(database, embedder)
  const surplus = createSurplus(database)
  const othersVersion = watchOtherWriters(database)
  const index = createQuestionIndex({ ...parts, othersVersion })
  let seen = othersVersion()
  let held = createHeldResults(HELD_BYTES)
  const used = later.collect<number>({
    merge: Math.max,
    write(entries) {
      for (const [id, at] of entries) setUsed.run(at, id)
    },
  })
  await withTimeLimit(FILL_TIMEOUT_MS, index.fill()).catch(() => {})

  const idsOf = (found: unknown[]) => found.map((row) => ID.read(row).id)

  /** The newest results of questions, of those that may be served if a time is given; by the numbers of questions. */
  function newestOf(questions: number[], { servedAt = -1 }: SearchBounds) {
    const rows = damage.around(RESULTS, () => newest.all(JSON.stringify(questions), servedAt), [])
    const results = rows.flatMap((row) => damage.around(RESULTS, () => [NEWEST.read(row)], []))
    return new Map(results.map((result) => [result.number, result]))
  }

  /** Deletes results that are chosen in the same transaction; returns how many there were. */
  async function removeChosen(choose: () => Iterable<string>): Promise<number> {
    const removed = await write(() => rows.remove(choose())).catch((error) => {
      throw damage.refused(RESULTS, error)
    })
    held.remove(removed.results)
    index.remove(removed.questions)
    return removed.results.length
  }

  /** Deletes step by step until a step finds nothing left to delete. */
  async function removeAll(chooseSome: () => Iterable<string>): Promise<number> {
    let removed = 0
    for (;;) {
      const some = await removeChosen(chooseSome)
      removed += some
      if (some < DELETED_AT_ONCE) return removed
    }
  }

  return {
    async save(result, vector) {
      const written = await write(() => rows.insert(result, vector))
      if (written !== null) index.add({ ...written, origin: result })
      held.giveWayTo(result)
    },

    async get(id, scope) {
      return damage.around(RESULTS, () => readResult(byId.get(id, scope)), null)?.result ?? null
    },

    async traceOf(id, scope) {
      return damage.around(RESULTS, () => readTrace(traceById.get(id, scope)), null)
    },

    async findExact(query, filter, now) {
      // Another process may have removed a result or stored a newer one.
      const version = othersVersion()
      if (version !== seen) held = createHeldResults(HELD_BYTES)
      seen = version
      const ready = held.get(query, filter, now)
      if (ready !== null) return ready
      const { scope, router, edition, fingerprint } = filter
      const asked = [scope, router, query, edition]
      const find = (): SizedResult | null => {
        if (fingerprint === null) return readResult(exactAny.get(...asked, now))
        if (fingerprint === STANDALONE) return readResult(exactStandalone.get(...asked, now))
        return readResult(exactPanel.get(...asked, fingerprint, now))
      }
      const found = damage.around(RESULTS, find, null)
      if (found !== null) held.hold(query, filter, found)
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
          return result === undefined ? [] : [nearQuestion(result, cosine)]
        })
        return { found: found.slice(0, limit), areAll: matches.length < most }
      }
      const near = await search(limit)
      return near.found.length === limit || near.areAll ? near.found : (await search(WIDER * limit)).found
    },

    markUsed: used.add,

    async withOlder(id) {
      return idsOf(older.all(id))
    },

    async remove(ids) {
      let removed = 0
      for (let start = 0; start < ids.length; start += DELETED_AT_ONCE)
        removed += await removeChosen(() => ids.slice(start, start + DELETED_AT_ONCE))
      return removed
    },

    async expire(now) {
      const removed = await removeAll(() => idsOf(expired.all(now, DELETED_AT_ONCE)))
      await index.prune()
      return removed
    },

    async evict(bounds) {
      checkOpen(database)
      if (damage.around(SIZES, () => surplus.next(bounds), null) === null) return 0
      await later.flush()
      return removeAll(function* () {
        for (let count = 0; count < DELETED_AT_ONCE; count++) {
          const id = surplus.next(bounds)
          if (id === null) return
          yield id
        }
      })
    },

    count: async () => damage.around(SIZES, surplus.size, { entries: 0, bytes: 0 }),
    async countOutdated(after) {
      checkOpen(database)
      return rows.countOutdated(after)
    },

    async outdated(after, limit) {
      checkOpen(database)
      return rows.outdated(after, limit)
    },

    async setVectors(vectors) {
      await write(() => rows.setVectors(vectors))
      index.add(null)
    },
  }
}

function nearQuestion(newest: ReturnType<typeof NEWEST.read>, cosine: number) {
  return {
    cosine,
    resultId: newest.id,
    query: newest.query,
    normalisedQuery: newest.normalised_query,
    createdAt: newest.created_at,
  }
}
