import { withTimeLimit } from '../utils/with-time-limit.ts'
import type { Embedder } from '../vectors/embedder.ts'
import type { VectorIndex } from '../vectors/index/vector-index.ts'
import type { KeptResult, KeptResults } from './kept-results.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { QuestionVerifier } from './question-verifier.ts'
import type { ResultFilter, ResultStore, StoredResult } from './result-store.ts'
import { isTimeSensitive } from './time-sensitive.ts'

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

/** How many neighbours are considered, and how many of them the verifier checks fully, at milliseconds each. */
const MOST_LOOKED_AT = 10
const MOST_VERIFIED = 3

/** The maximum age of an answer to a time-sensitive question. */
const PRESENT_MS = 5 * 60_000

/** How long a lookup waits for the index before it counts as a miss. */
const TIMEOUT_MS = 2_000

/** How many neighbours are fetched at first, and when too many of those can no longer be served. */
const NEIGHBOURS = [10, 80]

/** Whether a result is a draft, which is served for the same text only. */
function isDraft({ response }: StoredResult): boolean {
  return response.kind === 'draft'
}

/** Where to search, and for which caller. */
type AskedFilter = ResultFilter & { caller?: string }

interface HitParts {
  store: Pick<ResultStore, 'get' | 'findExact'>
  kept: KeptResults
  index: VectorIndex
  vectors: QueryVectors
  embedder: Pick<Embedder, 'relevance'>
  verifier: QuestionVerifier
  pairs: Pick<QuestionPairs, 'areDifferent'>
  now: () => number
  takeTurn: (caller: string) => Promise<void>
  onFault: (error: unknown) => void
}

/** Finds a past result: by identical text, otherwise the nearest question that the verifier accepts as the same. */
export function createFindHit({
  store,
  kept,
  index,
  vectors,
  embedder,
  verifier,
  pairs,
  now,
  takeTurn,
  onFault,
}: HitParts) {
  async function sameText(query: string, filter: ResultFilter): Promise<CacheHit | null> {
    const result = await store.findExact(normaliseQuery(query), filter, now())
    // Every character of a task may matter to its draft.
    if (result === null || (isDraft(result) && result.response.query !== query)) return null
    return { result, similarity: 1, sameQuestion: 1 }
  }

  async function sameMeaning(query: string, filter: AskedFilter): Promise<CacheHit | null> {
    let [looked, verified] = [0, 0]
    // A time-sensitive question never gets an old answer, however it was worded then.
    const since = isTimeSensitive(query) ? now() - PRESENT_MS : 0
    for await (const { stored, similarity } of neighbours(query, filter)) {
      if (stored.createdAt < since) continue
      if (looked++ === MOST_LOOKED_AT) break
      await takeTurn(filter.caller ?? filter.scope)
      if (verifier.rulesOut(query, stored.query)) continue
      await takeTurn(filter.caller ?? filter.scope)
      const { same, probability } = await verifier.verify(query, stored.query)
      const result = same ? await store.get(stored.id, filter.scope) : null
      // Null if it was dropped at this very moment.
      if (result && !isDraft(result)) return { result, similarity, sameQuestion: probability }
      if (++verified === MOST_VERIFIED) break
    }
    return null
  }

  /** Stored questions similar to a query whose results may be served, nearest first. */
  async function* neighbours(query: string, filter: AskedFilter) {
    const partitions = kept.partitions(filter)
    // Nothing to compare with, which is the usual case for a question that is asked for the first time.
    const vector = partitions.length === 0 ? null : await vectors.embedIfPossible({ ...filter, query })
    if (vector === null) return
    const seen = new Set<string>()
    for (const limit of NEIGHBOURS) {
      const matches = await withTimeLimit(TIMEOUT_MS, index.search(vector, { partitions, limit }))
      for (const { id, cosine } of matches) {
        const similarity = embedder.relevance(cosine, 'question-question')
        if (similarity < LEAST_SIMILARITY) return
        if (seen.has(id)) continue
        seen.add(id)
        const stored = servable(id)
        if (stored && !(await areDifferent(query, stored))) yield { stored, similarity }
      }
      if (matches.length < limit) return
    }
  }

  /** The newest result of a found question that may still be served. */
  function servable(id: string): KeptResult | null {
    const found = kept.get(id)
    return (found && kept.ofSameQuestion(found).find(({ servedUntil }) => servedUntil > now())) ?? null
  }

  function areDifferent(query: string, { partition, normalisedQuery }: KeptResult): Promise<boolean> {
    return pairs.areDifferent(partition.scope, normaliseQuery(query), normalisedQuery)
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
