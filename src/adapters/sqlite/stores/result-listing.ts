import type { ListedResult } from '../../../cache/result-store.ts'
import { DamagedData, type DamageReport } from '../damage.ts'
import type { Database } from '../database.ts'
import { readableRows } from '../readable-rows.ts'
import { decodeText, storedColumns } from '../stored-columns.ts'

/** How many rows are fetched at once. */
const ROWS_AT_ONCE = 2_000

/** The columns of a result except its answer and vector. */
export const SUMMARY = {
  id: 'text',
  scope: 'text',
  router: 'text',
  fingerprint: 'text',
  edition: 'text',
  query: 'text',
  normalised_query: 'text',
  embedder: 'text',
  created_at: 'number',
  served_until: 'number',
  kept_until: 'number',
} as const

const KINDS = { ...SUMMARY, used_at: 'number' } as const
const NAMES = Object.keys(KINDS).join(', ')
const LISTED = storedColumns(KINDS)
type Row = ReturnType<typeof LISTED.read>
const TYPES = Object.values(KINDS).map((kind) => (kind === 'text' ? 'string' : 'number'))
type Values = [
  ...[string, string, string, string, string, string, string, string],
  ...[number, number, number, number],
]

/**
 * Lists every result without its answer, least recently used first. Rows are fetched as JSON in batches: value by
 * value, a hundred thousand of them take twice as long. If a batch is damaged, its rows are read one by one.
 */
export function createResultListing(database: Database, damage: DamageReport): () => ListedResult[] {
  const bundle = database.prepare(
    `SELECT CAST(json_group_array(json_array(${NAMES})) AS BLOB) AS rows, MAX(number) AS last
     FROM (SELECT rowid AS number, ${NAMES} FROM results WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
  )

  function listBundles(): ListedResult[] {
    const results: ListedResult[] = []
    for (let last: number | null = -1; last !== null; ) {
      const found = bundle.get(last, ROWS_AT_ONCE) as { rows: Uint8Array; last: number | null }
      for (const values of JSON.parse(decodeText(found.rows)) as Values[]) results.push(ofValues(values))
      last = found.last
    }
    return results
  }

  function listSingly(): ListedResult[] {
    const part = 'the results of the cache'
    return readableRows({ database, table: 'results', columns: LISTED, part, damage }).map(ofRow)
  }

  return () => {
    let results: ListedResult[]
    try {
      results = listBundles()
    } catch {
      // Whatever is wrong with one row: reading it alone reports it.
      results = listSingly()
    }
    return results.sort((left, right) => left.usedAt - right.usedAt)
  }
}

function ofValues(values: Values): ListedResult {
  if (!values.every((value, place) => typeof value === TYPES[place]))
    throw new DamagedData('a row of results has a value of another type')
  const [id, scope, router, fingerprint, edition, query, normalisedQuery, embedder] = values
  const [, , , , , , , , createdAt, servedUntil, keptUntil, usedAt] = values
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

function ofRow(row: Row): ListedResult {
  const { normalised_query, created_at, served_until, kept_until, used_at, ...same } = row
  const times = { createdAt: created_at, servedUntil: served_until, keptUntil: kept_until, usedAt: used_at }
  return { ...same, normalisedQuery: normalised_query, ...times }
}
