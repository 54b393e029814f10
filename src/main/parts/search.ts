import { createAxiomLibrary } from '../../axioms/axiom-library.ts'
import { embedAxioms } from '../../axioms/embed-axioms.ts'
import { createQuestionVerifier } from '../../cache/same-question/create-question-verifier.ts'
import { createSemanticCache } from '../../cache/semantic-cache.ts'
import { type OneAtATime, withoutLock } from '../../locks/one-at-a-time.ts'
import { cacheEdition } from '../cache-edition.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Assets } from './assets.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

interface SearchParts {
  assets: Assets
  storage: Storage
  embedding: Embedding
  /** Runs background work that no two processes should do at the same time. */
  oneAtATime: OneAtATime
}

/** The axioms and the search over them. */
export type Axioms = Awaited<ReturnType<typeof openAxioms>>

/** The semantic cache. */
export type Cache = Awaited<ReturnType<typeof openCache>>

/** The first pause after an embedder failed; it doubles with every further failure. */
const EMBEDDING_PAUSE_MS = 30_000

/** Opens the search over the axioms and embeds those that have no vector yet. */
export async function openAxioms(
  { log, turns, background }: Runtime,
  { assets, storage, embedding, oneAtATime }: SearchParts,
) {
  const { axioms: records, wordEvidence } = assets
  const { embedder, unmeasured, isBuiltin, progressOf } = embedding
  const embed = () =>
    embedAxioms(records, {
      embedder: unmeasured,
      store: storage.vectors,
      // The built-in model costs nothing, and a start should not wait for a process that may be dead.
      oneAtATime: isBuiltin ? withoutLock : oneAtATime,
      onProgress: progressOf('axioms'),
    })
  const embedded = isBuiltin
    ? embed()
    : keepTrying(embed, {
        firstPauseMs: EMBEDDING_PAUSE_MS,
        signal: background.signal,
        onFault: (error) => log.warn({ err: error }, 'axioms could not be embedded; trying again later'),
      })
  const library = createAxiomLibrary(records, embedder, embedded, {
    takeTurn: turns.take,
    evidenceOf: wordEvidence,
  })
  // The built-in model takes a moment; another may take minutes, and until then axioms are found by their words.
  if (isBuiltin) await embedded
  return { records, library }
}

/** Opens the semantic cache over the stored results. */
export async function openCache(
  { settings, log, metrics, turns, wallClock }: Runtime,
  { assets, storage, embedding: { embedder }, oneAtATime }: SearchParts,
) {
  return createSemanticCache({
    questions: await storage.openPastQuestions(embedder.name),
    tallies: storage.tallies,
    pairs: storage.pairs,
    embedder,
    oneAtATime,
    verifier: createQuestionVerifier(assets.sameQuestion),
    edition: cacheEdition(embedder.name, { axioms: assets.axioms, ...assets.measures }),
    now: wallClock,
    takeTurn: turns.take,
    bounds: { entries: settings.CACHE_MAX_ENTRIES, bytes: settings.CACHE_MAX_BYTES },
    onLookup: metrics.cacheLookup,
    onFault: storage.unlessDamaged('the cache', (error) =>
      log.warn({ err: error }, 'the cache could only be searched by exact text'),
    ),
  })
}
