import type { ResultStore, StoredResult } from '../../cache/result-store.ts'
import type { Database } from './database.ts'
import type { DelayedWrites } from './delayed-writes.ts'
import { createGroupCommit } from './group-commit.ts'
import { createHeldResults } from './held-results.ts'
import { createResultListing } from './result-listing.ts'

interface ResultRow {
  id: string
  scope: string
  router: string
  fingerprint: string
  edition: string
  query: string
  normalised_query: string
  embedder: string
  created_at: number
  served_until: number
  kept_until: number
  response: string
}

/** How many of the results served last are held ready. */
const HELD_READY = 1_000

/** The newest that may be served; only the answer of the one that is found is read. */
const FIND_EXACT = `SELECT * FROM results JOIN result_responses USING (id)
  WHERE scope = ? AND router = ? AND normalised_query = ? AND served_until > ? AND edition = ?`
const NEWEST = 'ORDER BY created_at DESC LIMIT 1'

/** Keeps past results in SQLite: what is asked of many at once apart from what is read of one. */
export function createSqliteResultStore(
  database: Database,
  later: DelayedWrites,
): ResultStore & { close(): void } {
  const insert = database.prepare(
    `INSERT INTO results (id, scope, router, fingerprint, edition, query, normalised_query, embedder, created_at,
      served_until, kept_until, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertResponse = database.prepare('INSERT INTO result_responses (id, response) VALUES (?, ?)')
  const insertVector = database.prepare(
    `INSERT OR REPLACE INTO result_vectors (id, vector) SELECT id, ? FROM results WHERE id = ?`,
  )
  const byId = database.prepare(
    'SELECT * FROM results JOIN result_responses USING (id) WHERE id = ? AND scope = ?',
  )
  const exactAny = database.prepare(`${FIND_EXACT} ${NEWEST}`)
  const exactPanel = database.prepare(`${FIND_EXACT} AND fingerprint = ? ${NEWEST}`)
  const listing = createResultListing(database)
  const vectors = database.prepare(
    'SELECT id, vector FROM result_vectors WHERE id IN (SELECT value FROM json_each(?))',
  )
  const setEmbedder = database.prepare('UPDATE results SET embedder = ? WHERE id = ?')
  const setUsed = database.prepare('UPDATE results SET used_at = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM results WHERE id IN (SELECT value FROM json_each(?))')

  const group = createGroupCommit(database)
  // The database is this process's alone, so what is held here cannot grow stale behind its back.
  const held = createHeldResults(HELD_READY)
  const used = new Map<string, number>()
  const writeLater = later.collect({
    write: () => {
      for (const [id, at] of used) setUsed.run(at, id)
    },
    clear: () => used.clear(),
  })

  return {
    save: (result, vector) =>
      group.write(() => {
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
      return readResult(byId.get(id, scope))
    },

    async findExact(query, filter, now) {
      const ready = held.get(query, filter, now)
      if (ready !== null) return ready
      const { scope, router, edition, fingerprint } = filter
      const known = [scope, router, query, now, edition]
      const found = readResult(
        fingerprint === null ? exactAny.get(...known) : exactPanel.get(...known, fingerprint),
      )
      if (found !== null) held.hold(query, filter, found)
      return found
    },

    async list() {
      return listing()
    },

    async vectorsOf(ids) {
      const rows = vectors.all(JSON.stringify(ids)) as Array<{ id: string; vector: Buffer }>
      // Copied: a database buffer need not start where 32-bit numbers may.
      return new Map(rows.map(({ id, vector }) => [id, new Float32Array(new Uint8Array(vector).buffer)]))
    },

    replaceVector: (id, vector, embedder) =>
      group.write(() => {
        insertVector.run(bytesOf(vector), id)
        setEmbedder.run(embedder, id)
      }),

    remove: (ids) =>
      group.write(() => {
        held.remove(ids)
        return remove.run(JSON.stringify(ids)).changes
      }),

    markUsed(id, at) {
      used.set(id, at)
      writeLater()
    },

    close: group.flush,
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function readResult(row: unknown): StoredResult | null {
  if (row === undefined) return null
  const stored = row as ResultRow
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
    response: JSON.parse(stored.response),
  }
}
