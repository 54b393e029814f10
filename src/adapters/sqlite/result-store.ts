import type { CacheTally, ResultFilter, ResultStore, StoredResult } from '../../cache/result-store.ts'
import type { Database } from './database.ts'
import { createGroupCommit } from './group-commit.ts'

interface ResultRow {
  id: string
  scope: string
  router: string
  fingerprint: string
  normalised_query: string
  response: string
  vector: Buffer
  embedder: string
  created_at: number
  served_until: number
  kept_until: number
}

/** How many of the results served last are held ready, so that a repeated hit needs neither disk nor parsing. */
const HELD_READY = 1_000

/** How long counted lookups may wait in memory before they are written. */
const TALLY_FLUSH_MS = 1_000

/** Keeps past results in SQLite. Statistics are written once a second, so that a hit costs no disk write. */
export function createSqliteResultStore(database: Database): ResultStore & { close(): void } {
  const insert = database.prepare(
    `INSERT INTO results (id, scope, router, fingerprint, normalised_query, response, vector, embedder, created_at, served_until, kept_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const byId = database.prepare('SELECT * FROM results WHERE id = ? AND scope = ?')
  const exactAny = database.prepare(
    `SELECT * FROM results WHERE scope = ? AND router = ? AND normalised_query = ? AND served_until > ?
     ORDER BY created_at DESC LIMIT 1`,
  )
  const exactPanel = database.prepare(
    `SELECT * FROM results WHERE scope = ? AND router = ? AND normalised_query = ? AND served_until > ? AND fingerprint = ?
     ORDER BY created_at DESC LIMIT 1`,
  )
  const everyKept = database.prepare('SELECT * FROM results WHERE kept_until > ? ORDER BY created_at')
  const surplus = database.prepare(
    `SELECT id FROM results WHERE kept_until <= ?
     UNION SELECT id FROM (SELECT id FROM results ORDER BY created_at DESC, id LIMIT -1 OFFSET ?)`,
  )
  const remove = database.prepare('DELETE FROM results WHERE id = ?')
  const setVector = database.prepare('UPDATE results SET vector = ?, embedder = ? WHERE id = ?')
  const removeAll = database.transaction((ids: string[]) => {
    for (const id of ids) remove.run(id)
  })
  const readTally = database.prepare(
    'SELECT lookups, hits, similarity_sum FROM cache_tallies WHERE scope = ?',
  )
  const addTally = database.prepare(
    `INSERT INTO cache_tallies (scope, lookups, hits, similarity_sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET lookups = lookups + excluded.lookups, hits = hits + excluded.hits,
       similarity_sum = similarity_sum + excluded.similarity_sum`,
  )

  const group = createGroupCommit(database)

  // The database is this process's alone, so what is held here cannot grow stale behind its back.
  const ready = new Map<string, StoredResult>()
  const holdReady = (key: string, result: StoredResult) => {
    ready.delete(key)
    if (ready.size >= HELD_READY) ready.delete(ready.keys().next().value ?? '')
    ready.set(key, result)
  }

  const waiting = new Map<string, CacheTally>()
  let timer: NodeJS.Timeout | null = null
  const flush = database.transaction(() => {
    for (const [scope, { lookups, hits, similaritySum }] of waiting)
      addTally.run(scope, lookups, hits, similaritySum)
    waiting.clear()
  })

  return {
    save: (result) =>
      group.write(() => {
        const { buffer, byteOffset, byteLength } = result.vector
        insert.run(
          result.id,
          result.scope,
          result.router,
          result.fingerprint,
          result.normalisedQuery,
          JSON.stringify(result.response),
          Buffer.from(buffer, byteOffset, byteLength),
          result.embedder,
          result.createdAt,
          result.servedUntil,
          result.keptUntil,
        )
        ready.delete(readyKey(result.normalisedQuery, result))
        ready.delete(readyKey(result.normalisedQuery, { ...result, fingerprint: null }))
      }),

    async get(id, scope) {
      return read(byId.get(id, scope))
    },

    async findExact(query: string, filter: ResultFilter, now: number) {
      const { scope, router, fingerprint } = filter
      const key = readyKey(query, filter)
      const held = ready.get(key)
      if (held !== undefined && held.servedUntil > now) {
        holdReady(key, held)
        return held
      }
      const found = read(
        fingerprint === null
          ? exactAny.get(scope, router, query, now)
          : exactPanel.get(scope, router, query, now, fingerprint),
      )
      if (found === null) ready.delete(key)
      else holdReady(key, found)
      return found
    },

    async all(now) {
      return everyKept.all(now).flatMap((row) => read(row) ?? [])
    },

    async replaceVector(id, vector, embedder) {
      const { buffer, byteOffset, byteLength } = vector
      setVector.run(Buffer.from(buffer, byteOffset, byteLength), embedder, id)
    },

    async sweep(now, most) {
      const ids = (surplus.all(now, most) as Array<{ id: string }>).map(({ id }) => id)
      if (ids.length === 0) return ids
      removeAll(ids)
      ready.clear()
      return ids
    },

    async addToTally(scope, tally) {
      const sum = waiting.get(scope) ?? { lookups: 0, hits: 0, similaritySum: 0 }
      sum.lookups += tally.lookups
      sum.hits += tally.hits
      sum.similaritySum += tally.similaritySum
      waiting.set(scope, sum)
      timer ??= setTimeout(() => {
        timer = null
        flush()
      }, TALLY_FLUSH_MS).unref()
    },

    async tally(scope) {
      flush()
      const row = readTally.get(scope) as
        | { lookups: number; hits: number; similarity_sum: number }
        | undefined
      return { lookups: row?.lookups ?? 0, hits: row?.hits ?? 0, similaritySum: row?.similarity_sum ?? 0 }
    },

    close() {
      if (timer) clearTimeout(timer)
      group.flush()
      flush()
    },
  }
}

function readyKey(query: string, { scope, router, fingerprint }: ResultFilter): string {
  return `${scope}\u0000${router}\u0000${fingerprint ?? ''}\u0000${query}`
}

function read(row: unknown): StoredResult | null {
  if (row === undefined) return null
  const stored = row as ResultRow
  return {
    id: stored.id,
    scope: stored.scope,
    router: stored.router,
    fingerprint: stored.fingerprint,
    normalisedQuery: stored.normalised_query,
    response: JSON.parse(stored.response),
    // Copied: a database buffer need not start where 32-bit numbers may.
    vector: new Float32Array(new Uint8Array(stored.vector).buffer),
    embedder: stored.embedder,
    createdAt: stored.created_at,
    servedUntil: stored.served_until,
    keptUntil: stored.kept_until,
  }
}
