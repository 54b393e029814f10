import type { CacheStatsResponse, ForgetResponse, SimilarItem } from '../contract/cache.ts'
import { withTimeLimit } from '../utils/with-time-limit.ts'
import type { Embedder } from '../vectors/embedder.ts'
import type { VectorIndex } from '../vectors/index/vector-index.ts'
import { type CacheHit, createFindHit } from './find-hit.ts'
import { createForgetResult, type Forgetting } from './forget-result.ts'
import { createIndexedQuestions } from './indexed-questions.ts'
import { createKeptResults } from './kept-results.ts'
import { normaliseQuery } from './normalise-query.ts'
import { createQueryVectors } from './query-vectors.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { QuestionVerifier } from './question-verifier.ts'
import { createReembed } from './re-embed.ts'
import type { ResultFilter, ResultStore, StoredResult } from './result-store.ts'
import { createSimilarQueries } from './similar-queries.ts'
import type { TallyStore } from './tally-store.ts'

/** The owner and panel of the results to search; null means any. The cache adds its edition. */
export type LookupFilter = Omit<ResultFilter, 'edition'> & {
  /** The caller on whose behalf the lookup runs. Default: the scope. */
  caller?: string
}

/** A result to store; the rest is derived from its response. */
export type NewResult = Omit<StoredResult, 'edition' | 'query' | 'normalisedQuery' | 'embedder'>

/** Past results, found by the meaning of the question. */
export interface SemanticCache {
  /** The stored result for the same question, if any; counted in the statistics. */
  lookup(query: string, filter: LookupFilter): Promise<CacheHit | null>
  /** The stored result for exactly this text, if any; not counted in the statistics. */
  lookupExact(query: string, filter: LookupFilter): Promise<CacheHit | null>
  remember(result: NewResult): Promise<void>
  similar(
    query: string,
    filter: LookupFilter,
    bounds: { topK: number; minScore: number },
  ): Promise<SimilarItem[]>
  find(id: string, scope: string): Promise<StoredResult | null>
  /** Deletes a result and records the questions it was wrong for; null when there is no such result. */
  forget(forgetting: Forgetting): Promise<ForgetResponse | null>
  statistics(scope: string): Promise<CacheStatsResponse>
  /** Re-embeds the queries whose vectors come from another model; reports how many are left. */
  reembed(onProgress: (left: number) => void): Promise<void>
  /** Drops expired results, and those beyond the maximum number. */
  sweep(): Promise<void>
  /** The number of stored results. */
  size(): number
}

/** Stands for the model of a result that has no vector yet. */
const UNEMBEDDED = 'none'

/** How long the start waits for the index; results not in it by then are found by exact text only. */
const RESTORE_TIMEOUT_MS = 3_000

/** How many results are dropped at once, so that nobody waits long while the store is cleaned. */
const DROPPED_AT_ONCE = 500

interface CacheParts {
  store: ResultStore
  tallies: TallyStore
  pairs: QuestionPairs
  index: VectorIndex
  embedder: Embedder
  verifier: QuestionVerifier
  /** Identifies what answers are made with; only results of the same edition are served. */
  edition: string
  now: () => number
  /** Resolves when it is the caller's turn. */
  takeTurn: (caller: string) => Promise<void>
  /** The maximum number of stored results; beyond it the least recently used ones are dropped. */
  mostEntries: number
  onLookup: (outcome: 'exact' | 'semantic' | 'miss') => void
  /** Called when the embedder, index or verifier failed. */
  onFault: (error: unknown) => void
}

/** Opens the cache with everything in the store. */
export async function openSemanticCache(parts: CacheParts): Promise<SemanticCache> {
  const { store, tallies, pairs, index, embedder, edition, now, onFault } = parts
  const kept = createKeptResults()
  for (const listed of await store.list()) kept.add(listed)
  const vectors = createQueryVectors(embedder, onFault)
  const questions = createIndexedQuestions({ kept, index, store, embedder: embedder.name })
  const findHit = createFindHit({ ...parts, kept, vectors })
  const similar = createSimilarQueries({ ...parts, kept, vectors })
  const forget = createForgetResult({ store, pairs, withOlder, drop, now })
  const reembed = createReembed({ kept, questions, store, embedder, onFault })
  await withTimeLimit(RESTORE_TIMEOUT_MS, questions.restore().catch(onFault)).catch(() => {})

  /** A result and the older ones of its question, which would be served instead. */
  function withOlder(id: string): string[] {
    const found = kept.get(id)
    if (found === null) return [id]
    const older = kept.ofSameQuestion(found).filter(({ createdAt }) => createdAt <= found.createdAt)
    return older.map((result) => result.id)
  }

  async function drop(ids: string[]): Promise<number> {
    let dropped = 0
    for (let start = 0; start < ids.length; start += DROPPED_AT_ONCE) {
      const batch = ids.slice(start, start + DROPPED_AT_ONCE)
      // From the store first: what it fails to delete stays queued for deletion.
      dropped += await store.remove(batch)
      const gone = batch.flatMap((id) => kept.remove(id) ?? [])
      for (const result of gone) await questions.takeOut(result)
    }
    return dropped
  }

  async function findCounted(
    query: string,
    filter: ResultFilter & { caller?: string },
  ): Promise<CacheHit | null> {
    const exact = await findHit.sameText(query, filter)
    const hit = exact ?? (await findHit.sameMeaning(query, filter))
    parts.onLookup(exact ? 'exact' : hit ? 'semantic' : 'miss')
    tallies.add(filter.scope, { lookups: 1, hits: hit ? 1 : 0, similaritySum: hit?.similarity ?? 0 })
    if (hit && !exact) pairs.noteServed(hit.result.id, query, now())
    return hit
  }

  function noteUse({ id, scope }: StoredResult): void {
    const at = now()
    if (kept.get(id)) kept.recentlyUsed.use(id, scope, at)
    store.markUsed(id, at)
  }

  return {
    async lookup(query, filter) {
      const hit = await findCounted(query, { ...filter, edition })
      if (hit) noteUse(hit.result)
      return hit
    },

    async lookupExact(query, filter) {
      const hit = await findHit.sameText(query, { ...filter, edition })
      if (hit) noteUse(hit.result)
      return hit
    },

    async remember({ response, ...result }) {
      const { query } = response
      const vector = await vectors.embedIfPossible({ scope: result.scope, query })
      const made = vector === null ? UNEMBEDDED : embedder.name
      const summary = { ...result, edition, query, normalisedQuery: normaliseQuery(query), embedder: made }
      await store.save({ ...summary, response }, vector)
      const added = kept.add({ ...summary, usedAt: result.createdAt })
      if (vector !== null) questions.put(added, vector)
      await drop(kept.recentlyUsed.surplus(parts.mostEntries))
    },

    similar: (query, filter, bounds) => similar(query, { ...filter, edition: null }, bounds),
    find: (id, scope) => store.get(id, scope),
    forget,

    async statistics(scope) {
      const { lookups, hits, similaritySum } = await tallies.read(scope)
      return {
        total_queries: lookups,
        cache_hits: hits,
        hit_rate: lookups === 0 ? 0 : hits / lookups,
        avg_similarity: hits === 0 ? 0 : similaritySum / hits,
      }
    },

    reembed,

    async sweep() {
      await drop(kept.expired(now()))
      await drop(kept.recentlyUsed.surplus(parts.mostEntries))
    },

    size: kept.size,
  }
}
