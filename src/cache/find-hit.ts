import type { SimilarItem } from '../contract/cache.ts'
import { LIMITS } from '../contract/limits.ts'
import { withTimeLimit } from '../utils/time-limits.ts'
import { leastCosine } from '../vectors/cosine.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import { isTimeSensitive } from './cache-policy.ts'
import { normaliseQuery } from './normalise-query.ts'
import type {
  NearQuestion,
  PastQuestions,
  QuestionPairs,
  ResultFilter,
  StoredResult,
} from './past-questions.ts'
import { LONGEST_COMPARED, type QuestionVerifier } from './same-question/create-question-verifier.ts'

export interface CacheHit {
  result: StoredResult
  /** How close the two questions are in meaning. */
  similarity: number
  /** How certain the verifier is that they ask the same thing; 1 for identical text. */
  sameQuestion: number
}

/** The owner and panel of the results to search; null means any. Only results of the current edition are served. */
export type LookupFilter = Omit<ResultFilter, 'edition'> & {
  /** The caller on whose behalf the lookup runs. Default: the scope. */
  caller?: string
  /** Whose pairs of different questions count. Default: the scope. */
  owner?: string
  withoutDrafts?: boolean
}

/** Below this similarity the verifier is not consulted: low, because the verifier judges better than the vectors. */
const LEAST_SIMILARITY = 0.3

/** How many neighbours are searched, and how many of them the verifier is asked about. */
const NEIGHBOURS = 20
const MOST_VERIFIED = 10

/** The maximum age of an answer to a time-sensitive question. */
const PRESENT_MS = 5 * 60_000

/** How long a request waits for the embedder, and a lookup for the index, before it goes on without. */
export const TIMEOUT_MS = 2_000

/** Whether a result is a draft, which is served for the same text only. */
function isDraft({ response }: StoredResult): boolean {
  return response.kind === 'draft'
}

export interface LookupParts {
  questions: PastQuestions
  pairs: QuestionPairs
  embedder: Embedder
  verify: QuestionVerifier
  /** Identifies what answers are made with; only results of the same edition are served. */
  edition: string
  now: () => number
  takeTurn: (caller: string) => Promise<void>
  /** Called when the embedder, index or verifier failed. */
  onFault: (error: unknown) => void
}

/** Finds a past result: by identical text, otherwise the nearest question that the verifier accepts as the same. */
export function createFindHit(parts: LookupParts) {
  const { questions, embedder, verify, pairs, edition, now, takeTurn, onFault } = parts
  const relevanceOf = (cosine: number) => embedder.relevance(cosine, 'question-question')
  const similarEnough = leastCosine((cosine) => relevanceOf(cosine) >= LEAST_SIMILARITY)

  async function sameText(query: string, filter: LookupFilter): Promise<CacheHit | null> {
    const result = await questions.findExact(normaliseQuery(query), { ...filter, edition }, now())
    if (result === null) return null
    // Every character of a task may matter to its draft.
    if (isDraft(result) && (filter.withoutDrafts || result.response.query !== query)) return null
    return { result, similarity: 1, sameQuestion: 1 }
  }

  async function verifiedHit(query: string, filter: LookupFilter): Promise<CacheHit | null> {
    if (query.length > LONGEST_COMPARED) return null
    let verified = 0
    // A time-sensitive question never gets an old answer, however it was worded then.
    const since = isTimeSensitive(query) ? now() - PRESENT_MS : 0
    const normalised = normaliseQuery(query)
    const { caller = filter.scope, owner = filter.scope } = filter
    for (const stored of await neighbours(query, filter)) {
      const similarity = relevanceOf(stored.cosine)
      if (similarity < LEAST_SIMILARITY) break
      if (stored.createdAt < since) continue
      if (verified === MOST_VERIFIED) break
      await takeTurn(caller)
      const { same, probability } = verify(query, stored.query)
      if (same && (await pairs.areDifferent(owner, normalised, stored.normalisedQuery))) continue
      verified++
      const result = same ? await questions.get(stored.resultId, filter.scope) : null
      // Null if it was dropped at this very moment.
      if (result && !isDraft(result)) return { result, similarity, sameQuestion: probability }
    }
    return null
  }

  /** Stored questions similar to a query whose results may be served, nearest first. */
  async function neighbours(query: string, filter: LookupFilter): Promise<NearQuestion[]> {
    const vector = await withTimeLimit(TIMEOUT_MS, embedOne(embedder, query, filter.caller ?? filter.scope))
    const bounds = { limit: NEIGHBOURS, servedAt: now(), leastCosine: similarEnough }
    return withTimeLimit(TIMEOUT_MS, questions.nearest(vector, { ...filter, edition }, bounds))
  }

  /** The probability that a stored question asks the same; unknown if the verifier fails. */
  async function sameQuestion(query: string, stored: NearQuestion, filter: LookupFilter) {
    const { caller = filter.scope, owner = filter.scope } = filter
    const normalised = normaliseQuery(query)
    if (normalised === stored.normalisedQuery) return 1
    try {
      if (await pairs.areDifferent(owner, normalised, stored.normalisedQuery)) return 0
      await takeTurn(caller)
      return verify(query, stored.query).probability
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  return {
    sameText,

    /** Any failure on the way is a miss: a wrong hit is a wrong answer, while a miss only costs money. */
    sameMeaning: (query: string, filter: LookupFilter): Promise<CacheHit | null> =>
      verifiedHit(query, filter).catch((error) => {
        onFault(error)
        return null
      }),

    /** Similar past queries, including those whose results are still stored but no longer served. */
    async similar(
      query: string,
      filter: LookupFilter,
      { topK, minScore }: { topK: number; minScore: number },
    ): Promise<SimilarItem[]> {
      const vector = await embedOne(embedder, query, filter.caller ?? filter.scope)
      const items: SimilarItem[] = []
      for (const stored of await questions.nearest(vector, { ...filter, edition: null }, { limit: topK })) {
        const similarity = relevanceOf(stored.cosine)
        if (similarity < minScore) continue
        const { resultId, createdAt } = stored
        const shown = stored.query.slice(0, LIMITS.searchCharacters)
        const item = { query: shown, similarity, result_id: resultId, created_at: createdAt }
        const same = items.length < MOST_VERIFIED ? await sameQuestion(query, stored, filter) : undefined
        items.push(same === undefined ? item : { ...item, same_question: same })
      }
      return items
    },
  }
}
