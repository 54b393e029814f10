import type { CacheStatsResponse, SimilarItem } from '../contract/cache.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import type { VectorIndex } from '../vectors/vector-index.ts'
import { within } from '../vectors/within.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { CacheTally, ResultFilter, ResultStore, StoredResult } from './result-store.ts'
import { isSameQuestion } from './same-question.ts'
import { createWordings } from './wordings.ts'

/** A stored result that answers a query. */
export interface CacheHit {
  result: StoredResult
  similarity: number
}

/** Past results, found again by what was asked. */
export interface SemanticCache {
  /** The stored result for the same question, if there is one; counted in the statistics. */
  lookup(query: string, filter: ResultFilter): Promise<CacheHit | null>
  remember(result: Omit<StoredResult, 'vector' | 'embedder' | 'normalisedQuery'>): Promise<void>
  similar(
    query: string,
    filter: ResultFilter,
    bounds: { topK: number; minScore: number },
  ): Promise<SimilarItem[]>
  find(id: string, scope: string): Promise<StoredResult | null>
  statistics(scope: string): Promise<CacheStatsResponse>
  /** Embeds the queries whose vectors another model made; tells how many are left. */
  embedAnew(onProgress: (left: number) => void): Promise<void>
  /** Drops what has expired. */
  sweep(): Promise<void>
  /** How many results are kept. */
  size(): number
}

type IndexedResult = Pick<StoredResult, 'scope' | 'router' | 'fingerprint' | 'servedUntil' | 'createdAt'> & {
  query: string
}

/** What stands for a vector until a model has made it. */
const UNEMBEDDED = { vector: new Float32Array(), embedder: 'none' }

/** How long a request waits for the embedder. */
const PATIENCE_MS = 2_000
const REMEMBERED_LATELY = 1_024

/** How many stored queries are embedded anew at once. */
const EMBEDDED_AT_ONCE = 64

/** How many neighbours are held against a query. */
const CANDIDATES = 5

interface CacheParts {
  store: ResultStore
  index: VectorIndex
  embedder: Embedder
  now: () => number
  /** How many results are kept; beyond it the oldest go. */
  mostEntries: number
  onLookup: (outcome: 'exact' | 'semantic' | 'miss') => void
  /** Hears that the embedder failed. */
  onFault: (error: unknown) => void
}

/** Opens the cache over what the store holds. */
export async function openSemanticCache({
  store,
  index,
  embedder,
  now,
  mostEntries,
  onLookup,
  onFault,
}: CacheParts): Promise<SemanticCache> {
  const indexed = new Map<string, IndexedResult>()
  /** So that a query worded like none of the stored ones, which most are, is not held against every vector. */
  const wordings = createWordings()
  const addToIndex = (result: StoredResult) => {
    const { scope, router, fingerprint, servedUntil, createdAt } = result
    indexed.set(result.id, {
      scope,
      router,
      fingerprint,
      servedUntil,
      createdAt,
      query: result.response.query,
    })
    index.add(result.id, result.vector)
    wordings.add(result.id, result.response.query)
  }
  const kept = await store.all(now())
  for (const result of kept) if (result.embedder === embedder.name) addToIndex(result)
  /** Results whose vector another model made; not in the index until this one has embedded their query. */
  const strangers = new Map<string, StoredResult>(
    kept.filter((result) => result.embedder !== embedder.name).map((result) => [result.id, result]),
  )

  let embedding: Promise<void> | null = null
  /** Vectors of queries embedded lately: what is asked once is often asked again. */
  const lately = new Map<string, Float32Array>()

  async function embedStrangers(onProgress: (left: number) => void): Promise<void> {
    const waiting = [...strangers.values()]
    for (let start = 0; start < waiting.length; start += EMBEDDED_AT_ONCE) {
      onProgress(waiting.length - start)
      const batch = waiting.slice(start, start + EMBEDDED_AT_ONCE)
      await adopt(batch).catch((error) => adoptSingly(batch, error))
    }
    onProgress(0)
  }

  /** One query that the model refuses keeps no other from being embedded; where two fail first, the model is away. */
  async function adoptSingly(batch: StoredResult[], error: unknown): Promise<void> {
    let adopted = 0
    for (const [place, result] of batch.entries()) {
      try {
        await adopt([result])
        adopted++
      } catch (single) {
        if (adopted === 0 && (place > 0 || batch.length === 1)) throw error
        onFault(single)
      }
    }
  }

  async function adopt(results: StoredResult[]): Promise<void> {
    const vectors = await embedder.embed(results.map(({ response }) => response.query))
    for (const [place, result] of results.entries()) {
      const vector = vectors[place]!
      await store.replaceVector(result.id, vector, embedder.name)
      // Unless swept while the others were being embedded.
      if (strangers.delete(result.id)) addToIndex({ ...result, vector })
    }
  }

  /** Nothing is lost while the embedder is away: an answer is kept, and found by its exact text until it is back. */
  async function embedIfPossible(query: string): Promise<Float32Array | null> {
    const known = lately.get(query)
    if (known !== undefined) return known
    try {
      const vector = await within(PATIENCE_MS, embedOne(embedder, query))
      lately.set(query, vector)
      const [oldest] = lately.keys()
      if (lately.size > REMEMBERED_LATELY) lately.delete(oldest!)
      return vector
    } catch (error) {
      onFault(error)
      return null
    }
  }

  function visible(id: string, { scope, router, fingerprint }: ResultFilter): IndexedResult | null {
    const entry = indexed.get(id)
    if (entry === undefined || entry.scope !== scope || entry.router !== router) return null
    return fingerprint === null || entry.fingerprint === fingerprint ? entry : null
  }

  async function findHit(query: string, filter: ResultFilter): Promise<CacheHit | null> {
    const exact = await store.findExact(normaliseQuery(query), filter, now())
    if (exact) {
      onLookup('exact')
      return { result: exact, similarity: 1 }
    }
    const alike = wordings.alike(query)
    const accepts = (id: string) => alike.has(id) && (visible(id, filter)?.servedUntil ?? 0) > now()
    const asked = [...alike].some(accepts) ? await embedIfPossible(query) : null
    const nearest = asked === null ? [] : await index.search(asked, { limit: CANDIDATES, accepts })
    for (const { id, cosine } of nearest) {
      const similarity = embedder.relevance(cosine, 'question-question')
      if (!isSameQuestion(query, indexed.get(id)?.query ?? '', similarity)) continue
      const result = await store.get(id, filter.scope)
      if (result === null) continue
      onLookup('semantic')
      return { result, similarity }
    }
    onLookup('miss')
    return null
  }

  return {
    async lookup(query, filter) {
      const hit = await findHit(query, filter)
      const tally: CacheTally = { lookups: 1, hits: hit ? 1 : 0, similaritySum: hit?.similarity ?? 0 }
      await store.addToTally(filter.scope, tally)
      return hit
    },

    async remember(result) {
      const { query } = result.response
      const vector = await embedIfPossible(query)
      const normalisedQuery = normaliseQuery(query)
      const made = vector === null ? UNEMBEDDED : { vector, embedder: embedder.name }
      const stored = { ...result, ...made, normalisedQuery }
      await store.save(stored)
      if (vector === null) strangers.set(stored.id, stored)
      else addToIndex(stored)
    },

    async similar(query, filter, { topK, minScore }) {
      const vector = await embedOne(embedder, query)
      const matches = await index.search(vector, {
        limit: topK,
        accepts: (id) => visible(id, filter) !== null,
      })
      return matches.flatMap(({ id, cosine }) => {
        const entry = indexed.get(id)
        const similarity = embedder.relevance(cosine, 'question-question')
        if (entry === undefined || similarity < minScore) return []
        return [{ query: entry.query, similarity, result_id: id, created_at: entry.createdAt }]
      })
    },

    find: (id, scope) => store.get(id, scope),

    async statistics(scope) {
      const { lookups, hits, similaritySum } = await store.tally(scope)
      return {
        total_queries: lookups,
        cache_hits: hits,
        hit_rate: lookups === 0 ? 0 : hits / lookups,
        avg_similarity: hits === 0 ? 0 : similaritySum / hits,
      }
    },

    embedAnew(onProgress) {
      embedding ??= embedStrangers(onProgress).finally(() => {
        embedding = null
      })
      return embedding
    },

    async sweep() {
      for (const id of await store.sweep(now(), mostEntries)) {
        strangers.delete(id)
        indexed.delete(id)
        index.remove(id)
        wordings.remove(id)
      }
    },

    size: () => indexed.size + strangers.size,
  }
}
