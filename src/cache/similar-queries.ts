import type { SimilarItem } from '../contract/cache.ts'
import { LIMITS } from '../contract/limits.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { NearQuestion, PastQuestions, QuestionFilter, QuestionPairs } from './past-questions.ts'
import type { QuestionVerifier } from './same-question/create-question-verifier.ts'

/** How many similar queries are checked by the verifier. */
const MOST_VERIFIED = 10

interface SimilarParts {
  questions: Pick<PastQuestions, 'nearest'>
  embedder: Embedder
  verify: QuestionVerifier
  pairs: Pick<QuestionPairs, 'areDifferent'>
  takeTurn: (caller: string) => Promise<void>
  onFault: (error: unknown) => void
}

/** Where to search, and for which caller. */
type AskedFilter = QuestionFilter & { caller?: string }

/** Lists similar past queries, including those whose results are still stored but no longer served. */
export function createSimilarQueries({
  questions,
  embedder,
  verify,
  pairs,
  takeTurn,
  onFault,
}: SimilarParts) {
  /** The verdict of the verifier; unknown if it fails. */
  async function sameQuestion(
    query: string,
    stored: NearQuestion,
    { scope, caller = scope }: AskedFilter,
  ): Promise<number | undefined> {
    const normalised = normaliseQuery(query)
    if (normalised === stored.normalisedQuery) return 1
    try {
      if (await pairs.areDifferent(scope, normalised, stored.normalisedQuery)) return 0
      await takeTurn(caller)
      return verify(query, stored.query).probability
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  return async (
    query: string,
    filter: AskedFilter,
    { topK, minScore }: { topK: number; minScore: number },
  ): Promise<SimilarItem[]> => {
    const vector = await embedOne(embedder, query, filter.caller ?? filter.scope)
    const near = await questions.nearest(vector, filter, { limit: topK })
    const items: SimilarItem[] = []
    for (const stored of near) {
      const similarity = embedder.relevance(stored.cosine, 'question-question')
      if (similarity < minScore) continue
      const { resultId, createdAt } = stored
      const shown = stored.query.slice(0, LIMITS.searchCharacters)
      const item = { query: shown, similarity, result_id: resultId, created_at: createdAt }
      const same = items.length < MOST_VERIFIED ? await sameQuestion(query, stored, filter) : undefined
      items.push(same === undefined ? item : { ...item, same_question: same })
    }
    return items
  }
}
