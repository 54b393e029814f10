import { CONDITIONED, STANDALONE } from '../../../cache/fingerprint.ts'
import type { PastQuestions, ResultFilter } from '../../../cache/past-questions.ts'
import { type Columns, type Query, query, type RowOf, type Sql } from '../sql.ts'
import { fingerprintHash, textHash } from '../text-hash.ts'
import { RESULT, readTrace, resultIn, type SizedResult } from './result-row.ts'

/** The names of this data in damage reports. */
export const RESULTS = 'the results of the cache'
const SIZES = 'the size of the cache'

/** Without the scope of results, which is that of their questions: SQLite would search by it first. */
const results = (condition: string) =>
  query(
    RESULT,
    `FROM (SELECT place, id, question, query, created_at, served_until, kept_until, bytes, response
      FROM stretto.results) AS result JOIN stretto.questions ON question = number WHERE ${condition}`,
  )
const newest = (panel: string) =>
  results(`scope = $1 AND query_hash = $2 AND router = $3 AND edition = $4 AND served_until > $5 ${panel}
    ORDER BY result.created_at DESC, place DESC LIMIT 1`)

const BY_ID = results('id = $1 AND scope = $2')
const ANY = newest('')
const ALONE = newest(`AND substr(fingerprint, 1, 1) <> '${CONDITIONED}'`)
const OF_PANEL = newest('AND fingerprint_hash = $6')
const TRACE = query({ trace: 'text' }, 'FROM stretto.results WHERE id = $1 AND scope = $2')
const WITH_OLDER = query(
  { id: 'text' },
  `FROM (SELECT other.id FROM stretto.results AS this JOIN stretto.results AS other USING (question)
     WHERE this.id = $1 AND other.created_at <= this.created_at) AS older`,
)
const SIZE = query(
  { entries: 'number', bytes: 'number' },
  `FROM (SELECT CAST(COALESCE(sum(entries), 0) AS bigint) AS entries,
     CAST(COALESCE(sum(bytes), 0) AS bigint) AS bytes FROM stretto.cache_sizes) AS size`,
)

/** Questions without a vector of the model $2; written so that an index finds them. */
const OUTDATED = 'number > $1 AND (embedder < $2 OR embedder > $2 OR embedder IS NULL)'
const COUNT_OUTDATED = query(
  { count: 'number' },
  `FROM (SELECT count(*) AS count FROM stretto.questions WHERE ${OUTDATED}) AS counted`,
)
const LIST_OUTDATED = query(
  { number: 'number', query: 'text' },
  `FROM (SELECT number, (SELECT query FROM stretto.results WHERE question = number
       ORDER BY created_at DESC LIMIT 1) AS query
     FROM stretto.questions WHERE ${OUTDATED} ORDER BY number LIMIT $3) AS outdated`,
)

type ResultReads = Pick<
  PastQuestions,
  'get' | 'traceOf' | 'withOlder' | 'count' | 'countOutdated' | 'outdated'
> & { findExact: unknown }

/** What is only read of past results and questions. */
export function createResultReads(sql: Sql, embedder: string) {
  const { damage } = sql

  /** What is in the row of a query; null if there is none, or it is damaged. */
  async function one<Of extends Columns, Value>(
    found: Query<Of>,
    values: unknown[],
    read: (row: RowOf<Of>) => Value,
  ): Promise<Value | null> {
    const [row] = await damage.during(RESULTS, sql.read(found, values), [])
    return row === undefined ? null : damage.around(RESULTS, () => read(row), null)
  }

  return {
    get: async (id, scope) => (await one(BY_ID, [id, scope], resultIn))?.result ?? null,
    traceOf: (id, scope) => one(TRACE, [id, scope], ({ trace }) => readTrace(trace)),

    findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<SizedResult | null> {
      const { scope, router, edition, fingerprint } = filter
      const asked = [scope, textHash(normalisedQuery), router, edition, now]
      if (fingerprint === null) return one(ANY, asked, resultIn)
      if (fingerprint === STANDALONE) return one(ALONE, asked, resultIn)
      return one(OF_PANEL, [...asked, fingerprintHash(fingerprint)], resultIn)
    },

    withOlder: async (id) => (await sql.read(WITH_OLDER, [id])).map((row) => row.id),
    async count() {
      const [size] = await damage.during(SIZES, sql.read(SIZE, []), [])
      return { entries: size?.entries ?? 0, bytes: size?.bytes ?? 0 }
    },
    countOutdated: async (after) => (await sql.read(COUNT_OUTDATED, [after, embedder]))[0]!.count,
    async outdated(after, limit) {
      const rows = await sql.read(LIST_OUTDATED, [after, embedder, limit])
      return rows.map((row) => ({ number: row.number, query: row.query }))
    },
  } satisfies ResultReads
}
