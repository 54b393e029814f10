import { CONDITIONED, STANDALONE } from '../../cache/cache-policy.ts'
import type {
  NewResult,
  PastQuestions,
  ResultFilter,
  StorageBounds,
  StoredResult,
} from '../../cache/past-questions.ts'
import type { DelayedWrites } from './delayed-writes.ts'
import { type Change, fingerprintHash, query, type RowOf, type Sql, textHash } from './sql.ts'

/** The scope is that of the questions; the scope of a result itself is its owner. */
const results = (condition: string) =>
  query(
    {
      id: 'text',
      scope: 'text',
      owner: 'text',
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
    `FROM (SELECT place, id, question, scope AS owner, query, created_at, served_until, kept_until, bytes, response
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
     WHERE this.id = $1 AND other.scope = this.scope AND other.created_at <= this.created_at) AS older`,
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

/** How many results are deleted at once, so that nobody waits long. */
export const DELETED_AT_ONCE = 100

const EXPIRED = query({ id: 'text' }, `FROM stretto.results WHERE kept_until <= $1 LIMIT ${DELETED_AT_ONCE}`)

/** Results of the owner that holds most, as long as it does and something is too much ($1 may be held). */
const surplusBy = (by: keyof StorageBounds) => {
  const size = by === 'entries' ? '1' : 'bytes'
  return query(
    { id: 'text' },
    `FROM (
      WITH giver AS MATERIALIZED (
        SELECT scope, ${by} AS held FROM stretto.cache_sizes AS sizes
        WHERE ${by} = (SELECT max(${by}) FROM stretto.cache_sizes)
        ORDER BY (SELECT min(used_at) FROM stretto.results WHERE results.scope = sizes.scope) LIMIT 1
      ), others AS (
        SELECT COALESCE(max(${by}), 0) AS most FROM stretto.cache_sizes WHERE scope <> (SELECT scope FROM giver)
      ), surplus AS (
        SELECT sum(${by}) - CAST($1 AS bigint) AS size FROM stretto.cache_sizes
      ), oldest AS (
        SELECT id, sum(${size}) OVER (ORDER BY used_at, place) - ${size} AS given FROM (
          SELECT id, used_at, place, bytes FROM stretto.results WHERE scope = (SELECT scope FROM giver)
          ORDER BY used_at, place LIMIT ${DELETED_AT_ONCE}) AS first
      )
      SELECT id FROM oldest, giver, others, surplus
      WHERE given < surplus.size AND (given = 0 OR giver.held - given > others.most)) AS given`,
  )
}
const SURPLUS = { entries: surplusBy('entries'), bytes: surplusBy('bytes') }

export interface ResultParts {
  sql: Sql
  later: DelayedWrites
  embedder: string
}

interface OwnWrites extends Pick<PastQuestions, 'remove'> {
  /** What stores when results, by their ids, were last used. */
  setUsed(used: Array<[id: string, at: number]>): Change
}

/** What databases have in common of past results and questions; the size of every owner is counted as results come and go. */
export function createStoredResults({ sql, later, embedder }: ResultParts, { remove, setUsed }: OwnWrites) {
  const used = later.collect<number>({ merge: Math.max, write: (entries) => [setUsed(entries)] })

  async function oneResult(wanted: typeof BY_ID, values: unknown[]): Promise<SizedResult | null> {
    const [row] = await sql.read(wanted, values)
    return row === undefined ? null : resultIn(row)
  }

  const count = async (): Promise<StorageBounds> => (await sql.read(SIZE, []))[0]!

  /** Deletes what is found, some at a time, until nothing is, or another process has deleted it meanwhile. */
  async function removeAll(find: () => Promise<Array<{ id: string }>>): Promise<number> {
    for (let removed = 0; ; ) {
      const ids = (await find()).map(({ id }) => id)
      const some = ids.length === 0 ? 0 : await remove(ids)
      if (some === 0) return removed
      removed += some
    }
  }

  return {
    get: async (id, scope) => (await oneResult(BY_ID, [id, scope]))?.result ?? null,
    async traceOf(id, owner) {
      const [row] = await sql.read(TRACE, [id, owner])
      return row === undefined ? null : JSON.parse(row.trace)
    },

    findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<SizedResult | null> {
      const { scope, router, edition, fingerprint } = filter
      const asked = [scope, textHash(normalisedQuery), router, edition, now]
      if (fingerprint === null) return oneResult(ANY, asked)
      if (fingerprint === STANDALONE) return oneResult(ALONE, asked)
      return oneResult(OF_PANEL, [...asked, fingerprintHash(fingerprint)])
    },

    remove,
    markUsed: used.add,
    withOlder: async (id) => (await sql.read(WITH_OLDER, [id])).map((row) => row.id),
    count,
    countOutdated: async (after) => (await sql.read(COUNT_OUTDATED, [after, embedder]))[0]!.count,
    outdated: (after, limit) => sql.read(LIST_OUTDATED, [after, embedder, limit]),

    expire: (now) => removeAll(() => sql.read(EXPIRED, [now])),

    evict: (bounds) =>
      removeAll(async () => {
        const held = await count()
        const by = (['entries', 'bytes'] as const).find((one) => held[one] > bounds[one])
        if (by === undefined) return []
        await later.flush()
        return sql.read(SURPLUS[by], [bounds[by]])
      }),
  } satisfies Partial<Omit<PastQuestions, 'findExact'>> & { findExact: unknown }
}

export interface SizedResult {
  result: StoredResult
  bytes: number
}

function resultIn(row: RowOf<(typeof BY_ID)['columns']>): SizedResult {
  const { bytes, normalised_query: normalisedQuery, response, ...rest } = row
  const { created_at: createdAt, served_until: servedUntil, kept_until: keptUntil, ...origin } = rest
  const times = { createdAt, servedUntil, keptUntil }
  return { result: { ...origin, ...times, normalisedQuery, response: JSON.parse(response) }, bytes }
}

/** The values that a question is stored with, but its vector. */
export function questionValues({ scope, router, edition, fingerprint, normalisedQuery }: NewResult) {
  const hashes = [fingerprintHash(fingerprint), textHash(normalisedQuery)]
  return [scope, router, edition, fingerprint, normalisedQuery, ...hashes]
}

/** The values that a result is stored with, and its size. */
export function resultValues({ id, owner, query: asked, createdAt, ...result }: NewResult) {
  const texts = [asked, JSON.stringify(result.response), JSON.stringify(result.trace)]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return [id, owner, createdAt, result.servedUntil, result.keptUntil, createdAt, bytes, ...texts]
}
