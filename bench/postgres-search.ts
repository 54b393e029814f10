import pg from 'pg'
import { migrate } from '../src/adapters/postgres/migrate.ts'
import { partitionOf, searchingGraph, vectorValue } from '../src/adapters/postgres/nearest-questions.ts'
import { createPostgresPastQuestions } from '../src/adapters/postgres/past-questions.ts'
import { openPostgres, type Postgres } from '../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../src/adapters/postgres/sql.ts'
import { createDelayedWrites } from '../src/adapters/storage/delayed-writes.ts'
import { textHash } from '../src/adapters/storage/sql.ts'
import type { NearQuestion, QuestionFilter } from '../src/cache/past-questions.ts'
import { dotProduct } from '../src/vectors/cosine.ts'
import { openBenchDatabase } from './bench-database.ts'
import { percentile } from './percentile.ts'
import { type QuestionVectors, questionVectors } from './question-vectors.ts'

const SIZES = [10_000, 100_000]
const LOOKUPS = 50
/** Lookups before those that are measured, so that the index is in memory. */
const WARMING = 10
const LIMIT = 10
const LOADED_AT_ONCE = 500
/** Every question belongs to one of these panels and of these editions; a search may cover one or all. */
const PANELS = 1_000
const EDITIONS = 20
/** Above this cosine questions are likely to ask the same thing. */
const ALIKE = 0.7

const everything: QuestionFilter = { scope: 'key', router: 'r', edition: null, fingerprint: null }
const FILTERS: Array<{ name: (size: number) => string; filter: (lookup: number) => QuestionFilter }> = [
  { name: (size) => `all ${size.toLocaleString('en')}`, filter: () => everything },
  {
    name: (size) => `${size / EDITIONS} of ${size.toLocaleString('en')}`,
    filter: (lookup) => ({ ...everything, edition: `${lookup % EDITIONS}` }),
  },
  {
    name: (size) => `${size / PANELS} of ${size.toLocaleString('en')}`,
    filter: (lookup) => ({ ...everything, fingerprint: `${lookup % PANELS}` }),
  },
]
/** Always through the graph; the last line of each table is what the service does. */
const SETTINGS = [
  [40, 'off'],
  [200, 'off'],
  [200, 'strict_order'],
  [200, 'relaxed_order'],
  [400, 'relaxed_order'],
] as const

/** Searching past questions in PostgreSQL, in large and small partitions, with several settings of pgvector. */
export async function* benchPostgresSearch(): AsyncGenerator<string> {
  const server = process.env.DATABASE_URL
  if (server === undefined) {
    yield 'skipped: DATABASE_URL is not set (npm run services prints one)'
    return
  }
  const questions = await questionVectors(LOOKUPS, SIZES.at(-1)! + LOOKUPS)
  yield `${questions.name}; ${LOOKUPS} lookups one after the other; p50 and p99, share of the ten nearest found, share of those above ${ALIKE}`
  const database = await openBenchDatabase(server)
  const postgres = openPostgres({ url: database.url, poolSize: 2 })
  try {
    await migrate(postgres)
    yield `an empty transaction with as many statements as a search: ${await emptyTransactions(postgres)}`
    let loaded = 0
    for (const size of SIZES) {
      yield await load(database.url, questions, [loaded, size])
      loaded = size
      for (const { name, filter } of FILTERS) yield* benchFilter(postgres, questions, { size, name, filter })
    }
  } finally {
    await postgres.close()
    await database.drop()
  }
}

/** Loads more questions with a result each, and builds the index anew. */
async function load(url: string, { stored }: QuestionVectors, [from, to]: [number, number]): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const startedAt = performance.now()
  await client.query('DROP INDEX stretto.question_graph_by_vector')
  for (let start = from; start < to; start += LOADED_AT_ONCE) {
    const places = Array.from({ length: LOADED_AT_ONCE }, (_, offset) => start + offset)
    const vectors = places.map((_, offset) => `$${offset + 4}::vector`)
    await client.query(
      `WITH added AS (
         INSERT INTO stretto.questions (scope, router, edition, fingerprint, fingerprint_hash, normalised_query,
           query_hash, embedder, vector)
         SELECT 'key', 'r', (place % ${EDITIONS})::text, (place % ${PANELS})::text, panel, place::text, query, 'bench', vector
         FROM unnest($1::int[], $2::bytea[], $3::bytea[], ARRAY[${vectors.join(', ')}])
           AS given (place, panel, query, vector)
         RETURNING number, normalised_query)
       INSERT INTO stretto.results (id, question, scope, query, created_at, served_until, kept_until, used_at, bytes,
         response, trace)
       SELECT normalised_query, number, 'key', normalised_query, 1, 10, 10, 1, 1, '', '' FROM added`,
      [
        places,
        places.map((place) => textHash(`${place % PANELS}`)),
        places.map((place) => textHash(`${place}`)),
        ...places.map((place) => vectorValue(stored(place))),
      ],
    )
  }
  const loadedAt = performance.now()
  await client.query("SET maintenance_work_mem = '1GB'")
  await client.query(
    'CREATE INDEX question_graph_by_vector ON stretto.question_graph USING hnsw (vector halfvec_cosine_ops)',
  )
  await client.query('VACUUM ANALYZE stretto.questions, stretto.question_graph, stretto.results')
  const { rows } = await client.query(
    "SELECT pg_size_pretty(pg_relation_size('stretto.question_graph_by_vector')) AS size",
  )
  await client.end()
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0)
  return `${to.toLocaleString('en')} questions: loaded in ${seconds(startedAt, loadedAt)} s, index of ${rows[0].size} built in ${seconds(loadedAt, performance.now())} s`
}

interface Filtered {
  size: number
  name: (size: number) => string
  filter: (lookup: number) => QuestionFilter
}

async function* benchFilter(
  postgres: Postgres,
  questions: QuestionVectors,
  { size, name, filter }: Filtered,
): AsyncGenerator<string> {
  const nearest = questions.asked.map((vector, lookup) =>
    exactNearest(questions, vector, size, filter(lookup)),
  )
  const measured = async (label: string, search: Search) =>
    `${name(size).padEnd(16)} ${label.padEnd(28)} ${await measure(questions.asked, nearest, search, filter)}`
  for (const [effort, scan] of SETTINGS)
    yield await measured(`ef_search ${effort}, ${scan}`, (vector, wanted) =>
      postgres.transaction(async (queries) => {
        await queries.query(`SET LOCAL hnsw.ef_search = ${effort}; SET LOCAL hnsw.iterative_scan = ${scan};
          SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off`)
        const { sql, values } = partitionOf(wanted, 'bench', [vectorValue(vector), LIMIT, 5])
        return queries.query<NearQuestion>(searchingGraph(sql), values)
      }),
    )
  const later = createDelayedWrites(createPostgresSql(postgres), () => {})
  const past = createPostgresPastQuestions({
    postgres,
    sql: createPostgresSql(postgres),
    later,
    embedder: 'bench',
  })
  yield await measured('as the service does', (vector, wanted) =>
    past.nearest(vector, wanted, { limit: LIMIT, servedAt: 5 }),
  )
}

async function emptyTransactions(postgres: Postgres): Promise<string> {
  const times: number[] = []
  for (let count = 0; count < LOOKUPS; count++) {
    const startedAt = performance.now()
    await postgres.transaction(async (queries) => {
      await queries.query('SET LOCAL jit = off')
      await queries.query('SELECT 1')
    })
    times.push(performance.now() - startedAt)
  }
  return `${percentile(times, 0.5).toFixed(1)} and ${percentile(times, 0.99).toFixed(1)} ms`
}

type Search = (vector: Float32Array, filter: QuestionFilter) => Promise<NearQuestion[]>

async function measure(
  asked: Float32Array[],
  nearest: Array<Array<{ id: string; cosine: number }>>,
  search: Search,
  filter: (lookup: number) => QuestionFilter,
): Promise<string> {
  const times: number[] = []
  const found = new Set<string>()
  for (const [lookup, vector] of asked.slice(0, WARMING).entries()) await search(vector, filter(lookup))
  for (const [lookup, vector] of asked.entries()) {
    const startedAt = performance.now()
    const near = await search(vector, filter(lookup))
    times.push(performance.now() - startedAt)
    for (const { resultId } of near) found.add(`${lookup} ${resultId}`)
  }
  const all = nearest.flatMap((some, lookup) => some.map((one) => ({ ...one, key: `${lookup} ${one.id}` })))
  const share = (some: typeof all) =>
    `${((100 * some.filter(({ key }) => found.has(key)).length) / some.length).toFixed(1)}%`
  const alike = all.filter(({ cosine }) => cosine > ALIKE)
  return `${percentile(times, 0.5).toFixed(1)} and ${percentile(times, 0.99).toFixed(1)} ms, ${share(all)}, ${alike.length === 0 ? 'none' : `${share(alike)} of ${alike.length}`}`
}

function exactNearest(
  { stored }: QuestionVectors,
  vector: Float32Array,
  size: number,
  { edition, fingerprint }: QuestionFilter,
): Array<{ id: string; cosine: number }> {
  const best: Array<{ id: string; cosine: number }> = []
  for (let place = 0; place < size; place++) {
    if (edition !== null && `${place % EDITIONS}` !== edition) continue
    if (fingerprint !== null && `${place % PANELS}` !== fingerprint) continue
    const cosine = dotProduct(vector, stored(place))
    if (best.length === LIMIT && cosine <= best.at(-1)!.cosine) continue
    best.push({ id: `${place}`, cosine })
    best.sort((left, right) => right.cosine - left.cosine)
    best.length = Math.min(LIMIT, best.length)
  }
  return best
}
