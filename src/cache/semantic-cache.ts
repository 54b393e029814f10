import type { CacheStatsResponse, ForgetResponse, SimilarItem } from '../contract/cache.ts'
import type { IterationEntry } from '../contract/deliberation.ts'
import { withTimeLimit } from '../utils/time-limits.ts'
import type { OneAtATime } from '../vectors/embed-stored.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import { type CacheHit, createFindHit, TIMEOUT_MS } from './find-hit.ts'
import { normaliseQuery } from './normalise-query.ts'
import type {
  NewResult,
  PastQuestions,
  QuestionPairs,
  ResultFilter,
  StorageBounds,
  StoredResult,
  TallyStore,
} from './past-questions.ts'
import { createReembed, embeddedText } from './re-embed.ts'
import type { QuestionVerifier } from './same-question/create-question-verifier.ts'
import { createSimilarQueries } from './similar-queries.ts'

/** The owner and panel of the results to search; null means any. The cache adds the current edition. */
export type LookupFilter = Omit<ResultFilter, 'edition'> & {
  /** The caller on whose behalf the lookup runs. Default: the scope. */
  caller?: string
  /** Whether a stored draft counts as none. */
  withoutDrafts?: boolean
}

/** A result to remember, and the caller it was found for; the rest is derived from its response. */
export type RememberedResult = Omit<NewResult, 'query' | 'normalisedQuery'> & { caller: string }

/** Past results, found by the meaning of the question. */
export interface SemanticCache {
  /** Identifies what answers are made with at this moment; a run asks for it before it begins. */
  readonly edition: string
  /** The stored result for the same question, if any; counted in the statistics. */
  lookup(query: string, filter: LookupFilter): Promise<CacheHit | null>
  /** The stored result for exactly this text, if any; not counted in the statistics. */
  lookupExact(query: string, filter: LookupFilter): Promise<CacheHit | null>
  remember(result: RememberedResult): Promise<void>
  similar(
    query: string,
    filter: LookupFilter,
    bounds: { topK: number; minScore: number },
  ): Promise<SimilarItem[]>
  find(id: string, scope: string): Promise<StoredResult | null>
  /** The iterations of a stored result; null if there are none. */
  traceOf(id: string, scope: string): Promise<IterationEntry[] | null>
  /** Deletes a result and records the questions it was wrong for; null when there is no such result. */
  forget(forgetting: Forgetting): Promise<ForgetResponse | null>
  statistics(scope: string): Promise<CacheStatsResponse>
  /** Re-embeds the queries whose vectors come from another model; reports how many are left. */
  reembed(onProgress: (left: number) => void): Promise<void>
  /** Drops expired results, and those beyond the bounds. */
  sweep(): Promise<void>
  /** What is stored. */
  size(): Promise<StorageBounds>
}

interface CacheParts {
  questions: PastQuestions
  tallies: TallyStore
  pairs: QuestionPairs
  embedder: Embedder
  /** For work that no two processes should do at once. */
  oneAtATime: OneAtATime
  verify: QuestionVerifier
  /** Identifies what answers are made with; only results of the same edition are served. */
  edition: string
  now: () => number
  /** Resolves when it is the caller's turn. */
  takeTurn: (caller: string) => Promise<void>
  /** How much may be stored; beyond it the least recently used results are dropped. */
  bounds: StorageBounds
  onLookup: (outcome: 'exact' | 'semantic' | 'miss') => void
  /** Called when the embedder, index or verifier failed. */
  onFault: (error: unknown) => void
}

/** Creates the cache over everything that is stored. */
export function createSemanticCache(parts: CacheParts): SemanticCache {
  const { questions, tallies, pairs, embedder, edition, bounds, now, onFault } = parts
  const findHit = createFindHit(parts)
  const similar = createSimilarQueries(parts)

  async function findCounted(
    query: string,
    filter: LookupFilter & { edition: string },
  ): Promise<CacheHit | null> {
    const exact = await findHit.sameText(query, filter)
    const hit = exact ?? (await findHit.sameMeaning(query, filter))
    parts.onLookup(exact ? 'exact' : hit ? 'semantic' : 'miss')
    tallies.add(filter.scope, { lookups: 1, hits: hit ? 1 : 0, similaritySum: hit?.similarity ?? 0 })
    if (hit && !exact) pairs.noteServed(hit.result.id, query, now())
    return hit
  }

  return {
    edition,

    async lookup(query, filter) {
      const hit = await findCounted(query, { ...filter, edition })
      if (hit) questions.markUsed(hit.result.id, now())
      return hit
    },

    async lookupExact(query, filter) {
      const hit = await findHit.sameText(query, { ...filter, edition })
      if (hit) questions.markUsed(hit.result.id, now())
      return hit
    },

    async remember(result) {
      const { response, caller } = result
      const { query } = response
      // A result is worth storing without a vector too: it is embedded later.
      const embedding = embedOne(embedder, embeddedText(query), caller)
      const vector = await withTimeLimit(TIMEOUT_MS, embedding).catch((error) => {
        onFault(error)
        return null
      })
      const { id, scope, router, fingerprint, createdAt, servedUntil, keptUntil, trace } = result
      const normalisedQuery = normaliseQuery(query)
      const asked = { scope, router, fingerprint, edition: result.edition, query, normalisedQuery }
      await questions.save({ id, ...asked, createdAt, servedUntil, keptUntil, response, trace }, vector)
      await questions.evict(bounds)
    },

    similar: (query, filter, bounds) => similar(query, { ...filter, edition: null }, bounds),
    find: questions.get,
    traceOf: questions.traceOf,
    forget: createForgetResult(parts),

    async statistics(scope) {
      const { lookups, hits, similaritySum } = await tallies.read(scope)
      return {
        total_queries: lookups,
        cache_hits: hits,
        hit_rate: lookups === 0 ? 0 : hits / lookups,
        avg_similarity: hits === 0 ? 0 : similaritySum / hits,
      }
    },

    reembed: createReembed(parts),

    async sweep() {
      await questions.expire(now())
      await questions.evict(bounds)
    },

    size: questions.count,
  }
}

interface ForgetParts {
  questions: Pick<PastQuestions, 'get' | 'withOlder' | 'remove'>
  pairs: Pick<QuestionPairs, 'servedTo' | 'markDifferent'>
  now: () => number
}

/** The result to delete, its owner, and the question it was wrong for, if known. */
export interface Forgetting {
  id: string
  scope: string
  query?: string
}

/**
 * Deletes a result, with older ones that would be served instead, and records that the differently worded questions it
 * was served to are not the same, so that the mistake is not repeated; null when there is no such result.
 */
function createForgetResult({ questions, pairs, now }: ForgetParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await questions.get(id, scope)
    if (result === null) return null
    const dropped = await questions.withOlder(id)
    const served = async () => (await Promise.all(dropped.map((one) => pairs.servedTo(one)))).flat()
    const asked = query === undefined ? await served() : [query]
    const others = new Map(asked.map((question) => [normaliseQuery(question), question]))
    // Identical texts ask the same thing, whatever the caller says.
    others.delete(result.normalisedQuery)
    await pairs.markDifferent(scope, {
      question: result.normalisedQuery,
      others: [...others.keys()],
      at: now(),
    })
    if ((await questions.remove(dropped)) === 0) return null
    return { id, deleted: true, query: result.query, different_from: [...others.values()] }
  }
}
