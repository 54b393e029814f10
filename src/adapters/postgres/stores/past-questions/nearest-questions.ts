import type { NearQuestion, QuestionFilter, SearchBounds } from '../../../../cache/past-questions.ts'
import type { Postgres } from '../../postgres.ts'
import { partitionOf } from './partition.ts'
import { vectorValue } from './vector-value.ts'

/** How far the graph of vectors is searched; `npm run bench -- postgres-search` shows what less would miss. */
const SEARCH_EFFORT = 400

/** Up to this many questions are all compared, which is exact and takes no longer than searching the graph. */
const MOST_COMPARED = 2_000

/**
 * With a filter the search goes on until it has found enough, so that the questions of others do not starve it.
 * Compiling a statement that ends after a few rows would take longer than running it.
 */
const SEARCH_SETTINGS = `
  SET LOCAL hnsw.ef_search = ${SEARCH_EFFORT};
  SET LOCAL hnsw.iterative_scan = relaxed_order;
  SET LOCAL jit = off`

interface SearchParts {
  postgres: Postgres
  /** Name of the embedding model. */
  embedder: string
  /** Up to how many questions are all compared. */
  mostCompared?: number
}

/** Finds the nearest questions of a partition in Postgres. */
export function createNearestQuestions({ postgres, embedder, mostCompared = MOST_COMPARED }: SearchParts) {
  async function isSmall(filter: QuestionFilter): Promise<boolean> {
    const { sql, values } = partitionOf(filter, embedder, [mostCompared + 1])
    const [counted] = await postgres.query<{ count: number }>(
      `SELECT count(*) FROM (SELECT 1 FROM stretto.questions AS question WHERE ${sql} LIMIT $1) AS covered`,
      values,
    )
    return counted!.count <= mostCompared
  }

  return async (
    vector: Float32Array,
    filter: QuestionFilter,
    { limit, servedAt = -1 }: SearchBounds,
  ): Promise<NearQuestion[]> => {
    const given = [vectorValue(vector), limit, servedAt]
    const { sql, values } = partitionOf(filter, embedder, given)
    if (await isSmall(filter)) return postgres.query<NearQuestion>(comparingAll(sql), values)
    return postgres.transaction(async (queries) => {
      await queries.query(SEARCH_SETTINGS)
      return queries.query<NearQuestion>(searchingGraph(sql), values)
    })
  }
}

const NEAR = `1 - distance AS cosine, id AS "resultId", query, normalised_query AS "normalisedQuery",
  created_at AS "createdAt"`

/** The newest result of a question, of those that may be served. */
const NEWEST = `LATERAL (
  SELECT id, query, created_at FROM stretto.results
  WHERE question = number AND served_until > $3 ORDER BY created_at DESC, place DESC LIMIT 1) AS newest`

/** Sorted before the results are looked up, so that only those of the nearest are. */
function comparingAll(partition: string): string {
  return `
    SELECT ${NEAR} FROM (
      SELECT number, normalised_query, vector <=> $1::vector AS distance FROM stretto.questions AS question
      WHERE ${partition} ORDER BY distance OFFSET 0) AS near
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
