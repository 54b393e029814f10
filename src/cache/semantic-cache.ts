import type { CacheStatsResponse, ForgetResponse } from '../contract/cache.ts'
import { withTimeLimit } from '../utils/time-limits.ts'
import type { OneAtATime } from '../vectors/embed-stored.ts'
import { embedOne } from '../vectors/embedder.ts'
import { type CacheHit, createFindHit, type LookupFilter, type LookupParts, TIMEOUT_MS } from './find-hit.ts'
import { embeddedText, normaliseQuery } from './normalise-query.ts'
import type { NewResult, OutdatedQuestion, StorageBounds, TallyStore } from './past-questions.ts'

/** A result to remember, and the caller it was found for; the rest is derived from its response. */
export type RememberedResult = Omit<NewResult, 'query' | 'normalisedQuery'> & { caller: string }

interface CacheParts extends LookupParts {
  tallies: TallyStore
  oneAtATime: OneAtATime
  /** How much may be stored; beyond it the least recently used results are dropped. */
  bounds: StorageBounds
  onLookup: (outcome: 'exact' | 'semantic' | 'miss') => void
}

export type SemanticCache = ReturnType<typeof createSemanticCache>

/** Creates the cache over everything that is stored. */
export function createSemanticCache(parts: CacheParts) {
  const { questions, tallies, pairs, embedder, edition, bounds, now, onFault } = parts
  const findHit = createFindHit(parts)

  async function findCounted(query: string, filter: LookupFilter): Promise<CacheHit | null> {
    const exact = await findHit.sameText(query, filter)
    const hit = exact ?? (await findHit.sameMeaning(query, filter))
    parts.onLookup(exact ? 'exact' : hit ? 'semantic' : 'miss')
    tallies.add(filter.scope, { lookups: 1, hits: hit ? 1 : 0, similaritySum: hit?.similarity ?? 0 })
    // Deleting a result shows its owner what it was served to; what others ask is not for the owner.
    const isOwn = hit?.result.owner === (filter.owner ?? filter.scope)
    if (hit && !exact && isOwn) pairs.noteServed(hit.result.id, query, now())
    return hit
  }

  function markUsed(hit: CacheHit | null): CacheHit | null {
    if (hit) questions.markUsed(hit.result.id, now())
    return hit
  }

  return {
    /** Identifies what answers are made with at this moment; a run asks for it before it begins. */
    edition,

    /** The stored result for the same question, if any; counted in the statistics. */
    lookup: async (query: string, filter: LookupFilter) => markUsed(await findCounted(query, filter)),

    /** The stored result for exactly this text, if any; not counted in the statistics. */
    lookupExact: async (query: string, filter: LookupFilter) =>
      markUsed(await findHit.sameText(query, filter)),

    async remember({ caller, ...result }: RememberedResult): Promise<void> {
      const { query } = result.response
      // A result is worth storing without a vector too: it is embedded later.
      const embedding = embedOne(embedder, embeddedText(query), caller)
      const vector = await withTimeLimit(TIMEOUT_MS, embedding).catch((error) => {
        onFault(error)
        return null
      })
      await questions.save({ ...result, query, normalisedQuery: normaliseQuery(query) }, vector)
      await questions.evict(bounds)
    },

    similar: findHit.similar,
    find: questions.get,
    traceOf: questions.traceOf,
    forget: createForgetResult(parts),

    async statistics(scope: string): Promise<CacheStatsResponse> {
      const { lookups, hits, similaritySum } = await tallies.read(scope)
      return {
        total_queries: lookups,
        cache_hits: hits,
        hit_rate: lookups === 0 ? 0 : hits / lookups,
        avg_similarity: hits === 0 ? 0 : similaritySum / hits,
      }
    },

    reembed: createReembed(parts),

    async sweep(): Promise<void> {
      await questions.expire(now())
      await questions.evict(bounds)
    },

    size: questions.count,
  }
}

/** The result to delete, where it is found, and the question it was wrong for, if known. */
export interface Forgetting {
  id: string
  scope: string
  query?: string | undefined
}

/** Deletes a result with older ones, and records that the questions it was served to differ; null for none. */
function createForgetResult({ questions, pairs, now }: CacheParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await questions.get(id, scope)
    if (result === null) return null
    const dropped = await questions.withOlder(id)
    const served = async () => (await Promise.all(dropped.map((one) => pairs.servedTo(one)))).flat()
    const asked = query === undefined ? await served() : [query]
    const others = new Map(asked.map((question) => [normaliseQuery(question), question]))
    // Identical texts ask the same thing, whatever the caller says.
    others.delete(result.normalisedQuery)
    await pairs.markDifferent(result.owner, {
      question: result.normalisedQuery,
      others: [...others.keys()],
      at: now(),
    })
    if ((await questions.remove(dropped)) === 0) return null
    return { id, deleted: true, query: result.query, different_from: [...others.values()] }
  }
}

const AT_ONCE = 64

/** Re-embeds the queries whose vectors come from another model or are missing; reports how many are left. */
function createReembed({ questions, embedder, oneAtATime, onFault }: CacheParts) {
  let running: Promise<void> | null = null
  /** Questions up to this number are not embedded again, or processes with different models would never end. */
  let done = 0

  async function reembedOutdated(onProgress: (left: number) => void): Promise<void> {
    if ((await questions.countOutdated(done)) > 0)
      await oneAtATime('embed past questions', () => reembedAll(onProgress))
    onProgress(0)
  }

  async function reembedAll(onProgress: (left: number) => void): Promise<void> {
    let left = await questions.countOutdated(done)
    for (;;) {
      const batch = await questions.outdated(done, AT_ONCE)
      const last = batch.at(-1)
      if (last === undefined) return
      onProgress(left)
      await embedBatch(batch).catch((error) => embedOneByOne(batch, error))
      done = last.number
      left = Math.max(0, left - batch.length)
    }
  }

  /** A query that the model rejects does not stop the others; if the first two fail, the model is unavailable. */
  async function embedOneByOne(batch: OutdatedQuestion[], error: unknown): Promise<void> {
    let embedded = 0
    for (const [place, question] of batch.entries()) {
      try {
        await embedBatch([question])
        embedded++
      } catch (single) {
        if (embedded === 0 && (place > 0 || batch.length === 1)) throw error
        onFault(single)
      }
    }
  }

  async function embedBatch(batch: OutdatedQuestion[]): Promise<void> {
    const vectors = await embedder.embed(batch.map(({ query }) => embeddedText(query)))
    await questions.setVectors(new Map(batch.map(({ number }, place) => [number, vectors[place]!])))
  }

  /** Calls made while it is running share that run. */
  return (onProgress: (left: number) => void): Promise<void> => {
    running ??= reembedOutdated(onProgress).finally(() => {
      running = null
    })
    return running
  }
}
