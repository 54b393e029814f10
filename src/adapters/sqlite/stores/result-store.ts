import { z } from 'zod'
import type { ResultStore, StoredResult } from '../../../cache/result-store.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { createDamageReport, DamagedData } from '../damage.ts'
import type { Database } from '../database.ts'
import type { DelayedWrites } from '../delayed-writes.ts'
import { watchOtherWriters } from '../other-writers.ts'
import { parseStored, storedColumns, vectorOf } from '../stored-columns.ts'
import { createHeldResults } from './held-results.ts'
import { createResultListing, SUMMARY } from './result-listing.ts'

/** How many of the most recently served results are kept in memory. */
const HELD_READY = 1_000

const RESULT = storedColumns({ ...SUMMARY, response: 'text' })
const VECTOR = storedColumns({ id: 'text', vector: 'blob' })

/** The names of this data in damage reports. */
const RESULTS = 'the results of the cache'
const VECTORS = 'the vectors of the cache'

/** The newest result that may be served; only its answer is read. */
const FIND_EXACT = `SELECT ${RESULT.sql} FROM results JOIN result_responses USING (id)
  WHERE scope = ? AND router = ? AND normalised_query = ? AND served_until > ? AND edition = ?`
const NEWEST = 'ORDER BY created_at DESC LIMIT 1'

/** Stores past results in SQLite: columns for listing are separate from content that is read one at a time. */
export function createSqliteResultStore(
  database: Database,
  later: DelayedWrites,
  damage = createDamageReport(),
): ResultStore {
  const insert = database.prepare(
    `INSERT INTO results (id, scope, router, fingerprint, edition, query, normalised_query, embedder, created_at,
      served_until, kept_until, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertResponse = database.prepare('INSERT INTO result_responses (id, response) VALUES (?, ?)')
  const insertVector = database.prepare(
    `INSERT OR REPLACE INTO result_vectors (id, vector) SELECT id, ? FROM results WHERE id = ?`,
  )
  const byId = database.prepare(
    `SELECT ${RESULT.sql} FROM results JOIN result_responses USING (id) WHERE id = ? AND scope = ?`,
  )
  const exactAny = database.prepare(`${FIND_EXACT} ${NEWEST}`)
  const exactPanel = database.prepare(`${FIND_EXACT} AND fingerprint = ? ${NEWEST}`)
  const listing = createResultListing(database, damage)
  const vectors = database.prepare(
    `SELECT ${VECTOR.sql} FROM result_vectors WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const setEmbedder = database.prepare('UPDATE results SET embedder = ? WHERE id = ?')
  const setUsed = database.prepare('UPDATE results SET used_at = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM results WHERE id IN (SELECT value FROM json_each(?))')

  const { write } = database.writes
  let held = createHeldResults(HELD_READY)
  const othersHaveWritten = watchOtherWriters(database)
  const used = new Map<string, number>()
  const writeLater = later.collect({
    write: () => {
      for (const [id, at] of used) setUsed.run(at, id)
    },
    clear: () => used.clear(),
  })

  return {
    save: (result, vector) =>
      write(() => {
        insert.run(
          result.id,
          result.scope,
          result.router,
          result.fingerprint,
          result.edition,
          result.query,
          result.normalisedQuery,
          result.embedder,
          result.createdAt,
          result.servedUntil,
          result.keptUntil,
          result.createdAt,
        )
        insertResponse.run(result.id, JSON.stringify(result.response))
        if (vector !== null) insertVector.run(bytesOf(vector), result.id)
        held.giveWayTo(result)
      }),

    async get(id, scope) {
      return damage.around(RESULTS, () => readResult(byId.get(id, scope)), null)
    },

    async findExact(query, filter, now) {
      // Another process may have removed a result or stored a newer one.
      if (othersHaveWritten()) held = createHeldResults(HELD_READY)
      const ready = held.get(query, filter, now)
      if (ready !== null) return ready
      const { scope, router, edition, fingerprint } = filter
      const known = [scope, router, query, now, edition]
      const find = () =>
        readResult(fingerprint === null ? exactAny.get(...known) : exactPanel.get(...known, fingerprint))
      const found = damage.around(RESULTS, find, null)
      if (found !== null) held.hold(query, filter, found)
      return found
    },

    async list() {
      return listing()
    },

    async vectorsOf(ids) {
      const rowsOf = (some: string[]) =>
        damage.around(VECTORS, () => vectors.all(JSON.stringify(some)) as unknown[], null)
      // A damaged page does not prevent reading the other vectors.
      const rows = rowsOf(ids) ?? ids.flatMap((id) => rowsOf([id]) ?? [])
      return new Map(
        rows.flatMap((row) => damage.around<[string, Float32Array][]>(VECTORS, () => [readVector(row)], [])),
      )
    },

    replaceVector: (id, vector, embedder) =>
      write(() => {
        insertVector.run(bytesOf(vector), id)
        setEmbedder.run(embedder, id)
      }),

    remove: (ids) =>
      write(() => {
        held.remove(ids)
        return remove.run(JSON.stringify(ids)).changes
      }).catch((error) => {
        throw damage.refused(RESULTS, error)
      }),

    markUsed(id, at) {
      used.set(id, at)
      writeLater()
    },
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Fields that every version has stored in a response; others may be missing in older ones. */
const StoredResponse = z.looseObject({
  id: z.string(),
  query: z.string(),
  final_answer: z.string(),
  confidence: z.number(),
})

/** Parses a stored response; throws DamagedData when it is invalid. */
export function readResponse(text: string): EdgeConsensusResponse {
  const response = parseStored(text)
  if (!StoredResponse.safeParse(response).success)
    throw new DamagedData('a stored response does not fit its schema')
  return response as EdgeConsensusResponse
}

function readVector(row: unknown): [string, Float32Array] {
  const { id, vector } = VECTOR.read(row)
  return [id, vectorOf(vector, EMBEDDING_DIMENSIONS)]
}

function readResult(row: unknown): StoredResult | null {
  if (row === undefined) return null
  const stored = RESULT.read(row)
  return {
    id: stored.id,
    scope: stored.scope,
    router: stored.router,
    fingerprint: stored.fingerprint,
    edition: stored.edition,
    query: stored.query,
    normalisedQuery: stored.normalised_query,
    embedder: stored.embedder,
    createdAt: stored.created_at,
    servedUntil: stored.served_until,
    keptUntil: stored.kept_until,
    response: readResponse(stored.response),
  }
}
