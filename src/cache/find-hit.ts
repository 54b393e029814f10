import { withTimeLimit } from '../utils/time-limits.ts'
import { leastCosine } from '../vectors/cosine.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import { isTimeSensitive } from './cache-policy.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { PastQuestions, QuestionPairs, ResultFilter, StoredResult } from './past-questions.ts'
import { LONGEST_COMPARED, type QuestionVerifier } from './same-question/create-question-verifier.ts'

/** A stored result that answers a query. */
export interface CacheHit {
  result: StoredResult
  /** How close the two questions are in meaning. */
  similarity: number
  /** How certain the verifier is that they ask the same thing; 1 for identical text. */
  sameQuestion: number
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

/** Where to search, and for which caller. */
type AskedFilter = ResultFilter & { caller?: string; withoutDrafts?: boolean }

interface HitParts {
  questions: Pick<PastQuestions, 'get' | 'findExact' | 'nearest'>
  embedder: Embedder
  verify: QuestionVerifier
  pairs: Pick<QuestionPairs, 'areDifferent'>
  now: () => number
  takeTurn: (caller: string) => Promise<void>
  onFault: (error: unknown) => void
}

/** Finds a past result: by identical text, otherwise the nearest question that the verifier accepts as the same. */
export function createFindHit({ questions, embedder, verify, pairs, now, takeTurn, onFault }: HitParts) {
  const similar = leastCosine((cosine) => embedder.relevance(cosine, 'question-question') >= LEAST_SIMILARITY)

  async function sameText(query: string, filter: AskedFilter): Promise<CacheHit | null> {
    const result = await questions.findExact(normaliseQuery(query), filter, now())
    if (result === null) return null
    // Every character of a task may matter to its draft.
    if (isDraft(result) && (filter.withoutDrafts || result.response.query !== query)) return null
    return { result, similarity: 1, sameQuestion: 1 }
  }

  async function sameMeaning(query: string, filter: AskedFilter): Promise<CacheHit | null> {
    if (query.length > LONGEST_COMPARED) return null
    let verified = 0
    // A time-sensitive question never gets an old answer, however it was worded then.
    const since = isTimeSensitive(query) ? now() - PRESENT_MS : 0
    const normalised = normaliseQuery(query)
    const caller = filter.caller ?? filter.scope
    for (const stored of await neighbours(query, filter)) {
      const similarity = embedder.relevance(stored.cosine, 'question-question')
      if (similarity < LEAST_SIMILARITY) break
      if (stored.createdAt < since) continue
      if (verified === MOST_VERIFIED) break
      await takeTurn(caller)
      const { same, probability } = verify(query, stored.query)
      if (same && (await pairs.areDifferent(filter.scope, normalised, stored.normalisedQuery))) continue
      verified++
      const result = same ? await questions.get(stored.resultId, filter.scope) : null
      // Null if it was dropped at this very moment.
      if (result && !isDraft(result)) return { result, similarity, sameQuestion: probability }
    }
    return null
  }

  /** Stored questions similar to a query whose results may be served, nearest first. */
  async function neighbours(query: string, filter: AskedFilter) {
    const vector = await withTimeLimit(TIMEOUT_MS, embedOne(embedder, query, filter.caller ?? filter.scope))
    const bounds = { limit: NEIGHBOURS, servedAt: now(), leastCosine: similar }
    return withTimeLimit(TIMEOUT_MS, questions.nearest(vector, filter, bounds))
  }

  return {
    sameText,
    /** Any failure on the way is a miss: a wrong hit is a wrong answer, while a miss only costs money. */
    async sameMeaning(query: string, filter: AskedFilter): Promise<CacheHit | null> {
      try {
        return await sameMeaning(query, filter)
      } catch (error) {
        onFault(error)
        return null
      }
    },
  }
}
