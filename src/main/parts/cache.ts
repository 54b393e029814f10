import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createGrowingVectorIndex } from '../../adapters/vector-index/growing-vector-index.ts'
import { createUsearchVectorIndex } from '../../adapters/vector-index/usearch/usearch-vector-index.ts'
import { createQuestionVerifier } from '../../cache/same-question/create-question-verifier.ts'
import { openSemanticCache } from '../../cache/semantic-cache.ts'
import { cacheEdition } from '../cache-edition.ts'
import type { Assets } from './assets.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

interface CacheParts {
  assets: Assets
  storage: Storage
  embedding: Embedding
}

/** The semantic cache and its vector index. */
export type Cache = Awaited<ReturnType<typeof openCache>>

/** Opens the semantic cache over the stored results. */
export async function openCache(runtime: Runtime, { assets, storage, embedding }: CacheParts) {
  const { settings, log, metrics, turns, wallClock } = runtime
  const { embedder } = embedding
  const index = openIndex(runtime, embedder.name)
  const cache = await openSemanticCache({
    store: storage.results,
    tallies: storage.tallies,
    pairs: storage.pairs,
    index,
    embedder,
    verifier: createQuestionVerifier(assets.sameQuestion),
    edition: cacheEdition({ embedder: embedder.name, axioms: assets.axioms, ...assets.measures }),
    now: wallClock,
    takeTurn: turns.take,
    mostEntries: settings.CACHE_MAX_ENTRIES,
    onLookup: metrics.cacheLookup,
    onFault: storage.unlessDamaged('the cache', (error) =>
      log.warn({ err: error }, 'the cache could only be searched by exact text'),
    ),
  })
  return { ...cache, closeIndex: () => index.close() }
}

function openIndex({ settings, log }: Runtime, embedder: string) {
  const onFault = (error: Error) => log.warn({ err: error }, 'the index of the cache failed')
  return createGrowingVectorIndex({
    openLarge: (onLost) =>
      createUsearchVectorIndex({
        folder: join(settings.DATA_DIR, 'index'),
        embedder,
        // One core is left for requests.
        threads: Math.max(1, availableParallelism() - 1),
        onFault,
        onLost,
      }),
    onFault,
  })
}
