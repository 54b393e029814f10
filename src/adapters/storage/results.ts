import { CONDITIONED, STANDALONE } from '../../cache/cache-policy.ts'
import type { NewResult, PastQuestions, ResultFilter, StoredResult } from '../../cache/past-questions.ts'
import { query, type RowOf, type Sql } from './sql.ts'
import { fingerprintHash, textHash } from './stored-values.ts'

/** Without the scope of results, which is that of their questions: SQLite would search by it first. */
const results = (condition: string) =>
  query(
    {
      id: 'text',
      scope: 'text',
      router: 'text',
      fingerprint: 'text',
      edition: 'text',
      query: 'text',
      normalised_query: 'text',
      created_at: 'number',
      served_until: 'number',
      kept_until: 'number',
      bytes: 'number',
      response: 'text',
    },
    ({ schema }) =>
      `FROM (SELECT place, id, question, query, created_at, served_until, kept_until, bytes, response
      FROM ${schema}results) AS result JOIN ${schema}questions ON question = number WHERE ${condition}`,
  )
const newest = (panel: string) =>
  results(`scope = $1 AND query_hash = $2 AND router = $3 AND edition = $4 AND served_until > $5 ${panel}
    ORDER BY result.created_at DESC, place DESC LIMIT 1`)

const BY_ID = results('id = $1 AND scope = $2')
const ANY = newest('')
const ALONE = newest(`AND substr(fingerprint, 1, 1) <> '${CONDITIONED}'`)
const OF_PANEL = newest('AND fingerprint_hash = $6')
const TRACE = query({ trace: 'text' }, ({ schema }) => `FROM ${schema}results WHERE id = $1 AND scope = $2`)
const WITH_OLDER = query(
  { id: 'text' },
  ({ schema }) =>
    `FROM (SELECT other.id FROM ${schema}results AS this JOIN ${schema}results AS other USING (question)
     WHERE this.id = $1 AND other.created_at <= this.created_at) AS older`,
)
const SIZE = query(
  { entries: 'number', bytes: 'number' },
  ({ schema }) => `FROM (SELECT CAST(COALESCE(sum(entries), 0) AS bigint) AS entries,
     CAST(COALESCE(sum(bytes), 0) AS bigint) AS bytes FROM ${schema}cache_sizes) AS size`,
)

/** Questions without a vector of the model $2; written so that an index finds them. */
const OUTDATED = 'number > $1 AND (embedder < $2 OR embedder > $2 OR embedder IS NULL)'
const COUNT_OUTDATED = query(
  { count: 'number' },
  ({ schema }) => `FROM (SELECT count(*) AS count FROM ${schema}questions WHERE ${OUTDATED}) AS counted`,
)
const LIST_OUTDATED = query(
  { number: 'number', query: 'text' },
  ({ schema }) => `FROM (SELECT number, (SELECT query FROM ${schema}results WHERE question = number
       ORDER BY created_at DESC LIMIT 1) AS query
     FROM ${schema}questions WHERE ${OUTDATED} ORDER BY number LIMIT $3) AS outdated`,
)

type ResultReads = Pick<
  PastQuestions,
  'get' | 'traceOf' | 'withOlder' | 'count' | 'countOutdated' | 'outdated'
> & { findExact: unknown }

/** What is only read of past results and questions. */
export function createResultReads(sql: Sql, embedder: string) {
  async function oneResult(wanted: typeof BY_ID, values: unknown[]): Promise<SizedResult | null> {
    const [row] = await sql.read(wanted, values)
    return row === undefined ? null : resultIn(row)
  }

  return {
    get: async (id, scope) => (await oneResult(BY_ID, [id, scope]))?.result ?? null,
    async traceOf(id, scope) {
      const [row] = await sql.read(TRACE, [id, scope])
      return row === undefined ? null : JSON.parse(row.trace)
    },

    findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<SizedResult | null> {
      const { scope, router, edition, fingerprint } = filter
      const asked = [scope, textHash(normalisedQuery), router, edition, now]
      if (fingerprint === null) return oneResult(ANY, asked)
      if (fingerprint === STANDALONE) return oneResult(ALONE, asked)
      return oneResult(OF_PANEL, [...asked, fingerprintHash(fingerprint)])
    },

    withOlder: async (id) => (await sql.read(WITH_OLDER, [id])).map((row) => row.id),
    async count() {
      const [size] = await sql.read(SIZE, [])
      return { entries: size!.entries, bytes: size!.bytes }
    },
    countOutdated: async (after) => (await sql.read(COUNT_OUTDATED, [after, embedder]))[0]!.count,
    outdated: (after, limit) => sql.read(LIST_OUTDATED, [after, embedder, limit]),
  } satisfies ResultReads
}

/** A result with its size. */
export interface SizedResult {
  result: StoredResult
  bytes: number
}

function resultIn(row: RowOf<(typeof BY_ID)['columns']>): SizedResult {
  const result = {
    id: row.id,
    scope: row.scope,
    router: row.router,
    fingerprint: row.fingerprint,
    edition: row.edition,
    query: row.query,
    normalisedQuery: row.normalised_query,
    createdAt: row.created_at,
    servedUntil: row.served_until,
    keptUntil: row.kept_until,
    response: JSON.parse(row.response),
  }
  return { result, bytes: row.bytes }
}

/** What is stored of a result as JSON, and its size. */
export function storedTexts({ query: asked, ...result }: NewResult) {
  const response = JSON.stringify(result.response)
  const trace = JSON.stringify(result.trace)
  const bytes = [response, asked, trace].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return { response, trace, bytes }
}
