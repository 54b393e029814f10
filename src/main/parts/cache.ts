import { createQuestionVerifier } from '../../cache/same-question/create-question-verifier.ts'
import { createSemanticCache } from '../../cache/semantic-cache.ts'
import type { Assets } from './assets.ts'
import type { Axioms } from './axioms.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

interface CacheParts {
  assets: Assets
  axioms: Axioms
  storage: Storage
  embedding: Embedding
}

/** The semantic cache. */
export type Cache = Awaited<ReturnType<typeof openCache>>

/** Opens the semantic cache over the stored results. */
export async function openCache(
  { settings, log, metrics, turns, wallClock }: Runtime,
  { assets, axioms, storage, embedding: { embedder } }: CacheParts,
) {
  return createSemanticCache({
    questions: await storage.openPastQuestions(embedder.name),
    tallies: storage.tallies,
    pairs: storage.pairs,
    embedder,
    oneAtATime: storage.oneAtATime,
    verify: createQuestionVerifier(assets.sameQuestion),
    edition: axioms.edition,
    now: wallClock,
    takeTurn: turns.take,
    bounds: { entries: settings.CACHE_MAX_ENTRIES, bytes: settings.CACHE_MAX_BYTES },
    onLookup: metrics.cacheLookup,
    onFault: (error) => log.warn({ err: error }, 'the cache could only be searched by exact text'),
  })
}
