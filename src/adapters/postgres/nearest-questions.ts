import { LRUCache } from 'lru-cache'
import { CONDITIONED, STANDALONE } from '../../cache/cache-policy.ts'
import {
  LONGEST_NEAR,
  type NearQuestion,
  type PastQuestions,
  type QuestionFilter,
} from '../../cache/past-questions.ts'
import { fingerprintHash } from '../storage/sql.ts'
import type { Postgres } from './postgres.ts'

/** How far the graph of vectors is searched; `npm run bench -- postgres-search` shows what less would miss. */
const SEARCH_EFFORT = 400

/** Up to this many questions are all compared, which is exact and takes no longer than searching the graph. */
const MOST_COMPARED = 2_000

const MOST_REMEMBERED = 10_000

/**
 * With a filter the search goes on until it has found enough, so that the questions of others do not starve it.
 * Compiling a statement that ends after a few rows would take longer than running it.
 */
const SEARCH_SETTINGS = `
  SET LOCAL hnsw.ef_search = ${SEARCH_EFFORT};
  SET LOCAL hnsw.iterative_scan = relaxed_order;
  SET LOCAL jit = off`

export interface SearchParts {
  postgres: Postgres
  embedder: string
  mostCompared?: number
}

/** Finds the nearest questions of a partition; a large one is remembered as such, and the graph serves it. */
export function createNearestQuestions({ postgres, embedder, mostCompared = MOST_COMPARED }: SearchParts) {
  const large = new LRUCache<string, true>({ max: MOST_REMEMBERED })

  /** How many questions there are, up to the number from which on not all are compared; for those without results. */
  async function countOf(filter: QuestionFilter): Promise<number> {
    const { sql, values } = partitionOf(filter, embedder, [mostCompared + 1])
    const [counted] = await postgres.query<{ count: number }>(
      `SELECT count(*) FROM (SELECT 1 FROM stretto.questions AS question WHERE ${sql} LIMIT $1) AS covered`,
      values,
    )
    return counted!.count
  }

  async function searchGraph(given: unknown[], filter: QuestionFilter): Promise<NearQuestion[]> {
    const { sql, values } = partitionOf(filter, embedder, given)
    return postgres.transaction(async (queries) => {
      await queries.query(SEARCH_SETTINGS)
      return queries.query<NearQuestion>(searchingGraph(sql), values)
    })
  }

  const nearest: PastQuestions['nearest'] = async (vector, filter, { limit, servedAt = -1 }) => {
    const given = [vectorValue(vector), limit, servedAt]
    const name = JSON.stringify([filter.scope, filter.router, filter.edition, filter.fingerprint])
    if (large.get(name)) return searchGraph(given, filter)
    const { sql, values } = partitionOf(filter, embedder, [...given, mostCompared + 1])
    const near = await postgres.query<NearQuestion & { compared: number }>(comparingAll(sql), values)
    const compared = near[0]?.compared ?? (await countOf(filter))
    if (compared <= mostCompared) return near.map(({ compared: _, ...question }) => question)
    large.set(name, true)
    return searchGraph(given, filter)
  }
  return nearest
}

const NEAR = `1 - distance AS cosine, id AS "resultId", left(query, ${LONGEST_NEAR}) AS query,
  left(normalised_query, ${LONGEST_NEAR}) AS "normalisedQuery", created_at AS "createdAt"`

/** The newest result of a question, of those that may be served. */
const NEWEST = `LATERAL (
  SELECT id, query, created_at FROM stretto.results
  WHERE question = number AND served_until > $3 ORDER BY created_at DESC, place DESC LIMIT 1) AS newest`

/** Sorted before the results are looked up, so that only those of the nearest are; at most $4 questions are compared. */
function comparingAll(partition: string): string {
  return `
    SELECT ${NEAR}, compared FROM (
      SELECT number, normalised_query, vector <=> $1::vector AS distance, count(*) OVER () AS compared
      FROM (SELECT number, normalised_query, vector FROM stretto.questions AS question
        WHERE ${partition} LIMIT $4) AS covered
      ORDER BY distance OFFSET 0) AS near
    CROSS JOIN ${NEWEST} ORDER BY distance LIMIT $2`
}

/** The graph has half of the precision and gives what it finds in a rough order; the order returned is exact. */
export function searchingGraph(partition: string): string {
  return `
    WITH near AS MATERIALIZED (
      SELECT id, newest.query, created_at, normalised_query, question.vector <=> $1::vector AS distance
      FROM stretto.question_graph AS graph JOIN stretto.questions AS question USING (embedder, query_hash)
      CROSS JOIN ${NEWEST}
      WHERE ${partition} ORDER BY graph.vector <=> $1::vector::halfvec(768) LIMIT $2)
    SELECT ${NEAR} FROM near ORDER BY distance`
}

/** The questions that a filter covers, as conditions in SQL, and values that continue those given. */
export function partitionOf(filter: QuestionFilter, embedder: string, given: unknown[] = []) {
  const values = [...given]
  const value = (added: unknown) => `$${values.push(added)}`
  const { scope, router, edition, fingerprint } = filter
  const conditions = [
    `question.scope = ${value(scope)} AND router = ${value(router)} AND question.embedder = ${value(embedder)}`,
  ]
  if (edition !== null) conditions.push(`edition = ${value(edition)}`)
  if (fingerprint === STANDALONE) conditions.push(`NOT starts_with(fingerprint, '${CONDITIONED}')`)
  else if (fingerprint !== null) conditions.push(`fingerprint_hash = ${value(fingerprintHash(fingerprint))}`)
  return { sql: conditions.join(' AND '), values }
}

const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT
const HEADER_BYTES = 4

/** A vector as a value of a statement, in the binary form of pgvector: a fifth of its text, and exact. */
export function vectorValue(vector: Float32Array): Buffer {
  const value = Buffer.alloc(HEADER_BYTES + NUMBER_BYTES * vector.length)
  value.writeUInt16BE(vector.length)
  for (const [place, number] of vector.entries())
    value.writeFloatBE(number, HEADER_BYTES + NUMBER_BYTES * place)
  return value
}
