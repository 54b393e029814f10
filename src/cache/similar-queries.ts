import type { SimilarItem } from '../contract/cache.ts'
import type { Embedder } from '../vectors/embedder.ts'
import type { VectorIndex } from '../vectors/index/vector-index.ts'
import type { KeptResult, KeptResults } from './kept-results.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { PartitionFilter } from './partitions.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { QuestionVerifier } from './question-verifier.ts'

/** How many similar queries are checked by the verifier. */
const MOST_VERIFIED = 10

interface SimilarParts {
  kept: KeptResults
  index: VectorIndex
  vectors: QueryVectors
  embedder: Pick<Embedder, 'relevance'>
  verifier: QuestionVerifier
  pairs: Pick<QuestionPairs, 'areDifferent'>
  takeTurn: (caller: string) => Promise<void>
  onFault: (error: unknown) => void
}

/** Lists similar past queries, including those whose results are still stored but no longer served. */
export function createSimilarQueries({
  kept,
  index,
  vectors,
  embedder,
  verifier,
  pairs,
  takeTurn,
  onFault,
}: SimilarParts) {
  /** The verdict of the verifier; unknown if it fails. */
  async function sameQuestion(
    query: string,
    stored: KeptResult,
    caller: string,
  ): Promise<number | undefined> {
    const normalised = normaliseQuery(query)
    if (normalised === stored.normalisedQuery) return 1
    try {
      if (await pairs.areDifferent(stored.partition.scope, normalised, stored.normalisedQuery)) return 0
      await takeTurn(caller)
      return (await verifier.verify(query, stored.query)).probability
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  return async (
    query: string,
    filter: PartitionFilter & { caller?: string },
    { topK, minScore }: { topK: number; minScore: number },
  ): Promise<SimilarItem[]> => {
    const vector = await vectors.embed({ ...filter, query })
    const matches = await index.search(vector, { partitions: kept.partitions(filter), limit: topK })
    const items: SimilarItem[] = []
    for (const { id, cosine } of matches) {
      const stored = kept.get(id)
      const similarity = embedder.relevance(cosine, 'question-question')
      if (stored === null || similarity < minScore) continue
      const item = { query: stored.query, similarity, result_id: id, created_at: stored.createdAt }
      const same =
        items.length < MOST_VERIFIED
          ? await sameQuestion(query, stored, filter.caller ?? filter.scope)
          : undefined
      items.push(same === undefined ? item : { ...item, same_question: same })
    }
    return items
  }
}
