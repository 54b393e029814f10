import type { ListedResult } from '../../cache/result-store.ts'
import type { Database } from './database.ts'

/** How many rows are carried over at once. */
const ROWS_AT_ONCE = 2_000

const COLUMNS =
  'id, scope, router, fingerprint, edition, query, normalised_query, embedder, created_at, served_until, kept_until, used_at'

type Row = [
  id: string,
  scope: string,
  router: string,
  fingerprint: string,
  edition: string,
  query: string,
  normalisedQuery: string,
  embedder: string,
  createdAt: number,
  servedUntil: number,
  keptUntil: number,
  usedAt: number,
]

/**
 * Lists every result without its answer, the one of use longest ago first. Rows come in bundles of JSON: carried over
 * value by value, a hundred thousand of them take twice as long.
 */
export function createResultListing(database: Database): () => ListedResult[] {
  const bundle = database.prepare(
    `SELECT json_group_array(json_array(${COLUMNS})) AS rows, MAX(number) AS last
     FROM (SELECT rowid AS number, ${COLUMNS} FROM results WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
  )

  return () => {
    const results: ListedResult[] = []
    for (let last: number | null = -1; last !== null; ) {
      const found = bundle.get(last, ROWS_AT_ONCE) as { rows: string; last: number | null }
      for (const row of JSON.parse(found.rows) as Row[]) results.push(listed(row))
      last = found.last
    }
    return results.sort((left, right) => left.usedAt - right.usedAt)
  }
}

function listed(row: Row): ListedResult {
  const [id, scope, router, fingerprint, edition, query, normalisedQuery, embedder] = row
  const [, , , , , , , , createdAt, servedUntil, keptUntil, usedAt] = row
  return {
    id,
    scope,
    router,
    fingerprint,
    edition,
    query,
    normalisedQuery,
    embedder,
    createdAt,
    servedUntil,
    keptUntil,
    usedAt,
  }
}
