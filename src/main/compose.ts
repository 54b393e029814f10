import { createHash, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { openBuiltinEmbedder } from '../adapters/builtin-embedder.ts'
import { readAgreement, readAxioms, readCalibration, readSameQuestion } from '../adapters/data-files.ts'
import { createGrowingVectorIndex } from '../adapters/growing-vector-index.ts'
import { createMemoryRateLimiter } from '../adapters/memory-rate-limiter.ts'
import { createModelRouter } from '../adapters/model-router.ts'
import { createOfflineModels, voiceOf } from '../adapters/offline/offline-models.ts'
import { openPairModel } from '../adapters/pair-model-files.ts'
import { createPrometheusMetrics } from '../adapters/prometheus-metrics.ts'
import { closeDatabase, openDatabase } from '../adapters/sqlite/database.ts'
import { createDelayedWrites } from '../adapters/sqlite/delayed-writes.ts'
import { createSqliteFlightClaims } from '../adapters/sqlite/flight-claims.ts'
import { createSqliteQuestionPairs } from '../adapters/sqlite/question-pairs.ts'
import { createSqliteReliabilityStore } from '../adapters/sqlite/reliability-store.ts'
import { createSqliteResultStore } from '../adapters/sqlite/result-store.ts'
import { createSqliteTallyStore } from '../adapters/sqlite/tally-store.ts'
import { createSqliteTaskStore } from '../adapters/sqlite/task-store.ts'
import { createSqliteVectorStore } from '../adapters/sqlite/vector-store.ts'
import { createUsearchVectorIndex } from '../adapters/usearch/usearch-vector-index.ts'
import { createAxiomLibrary } from '../axioms/axiom-library.ts'
import { embedAxioms } from '../axioms/embed-axioms.ts'
import { createQuestionVerifier } from '../cache/same-question/create-question-verifier.ts'
import { openSemanticCache } from '../cache/semantic-cache.ts'
import type { Settings } from '../config/settings.ts'
import { createCachedConsensus } from '../consensus/cached-consensus.ts'
import { createModelReliability } from '../consensus/model-reliability.ts'
import { createPanelRunner } from '../consensus/panel-runner.ts'
import { createEdgeApi } from '../http/edge/app.ts'
import { createLocalApi } from '../http/local/app.ts'
import { createKeyring } from '../http/shared/keyring.ts'
import { createTaskEvents } from '../tasks/task-events.ts'
import { openTaskService } from '../tasks/task-service.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { cacheEdition } from './cache-edition.ts'
import { clientAddress } from './client-address.ts'
import { keepTrying } from './keep-trying.ts'
import { openEmbedder } from './open-embedder.ts'
import { openProviders, providerAccess } from './open-providers.ts'
import { reportProgress } from './report-progress.ts'
import { startSweeping } from './sweep.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long finished tasks and past results are kept. */
const RETENTION_MS = 7 * DAY_MS
const UNCONVERGED_MS = 10 * 60 * 1000
const TIME_SENSITIVE_MS = 5 * 60 * 1000
/** How long an embedder that failed is left alone at first; twice as long after every further failure. */
const EMBEDDING_PAUSE_MS = 30_000

/** The whole service, put together but not yet listening. */
export type Service = Awaited<ReturnType<typeof composeService>>

/** Puts every part in its place: the one spot where adapters meet the ports they serve. */
export async function composeService(settings: Settings, log: Logger) {
  const now = () => performance.timeOrigin + performance.now()
  const wallClock = () => Date.now()
  const newId = () => randomUUID()
  const metrics = createPrometheusMetrics()

  const database = openDatabase(settings.DATA_DIR)
  const later = createDelayedWrites(database, (error) =>
    log.error({ err: error }, 'statistics and uses of the cache could not be written, to be tried again'),
  )
  const results = createSqliteResultStore(database, later)
  const pairs = createSqliteQuestionPairs(database, later)
  const claims = createSqliteFlightClaims(database)
  const taskStore = createSqliteTaskStore(database)

  const builtin = await openBuiltinEmbedder()
  const model = await openEmbedder(settings, builtin)
  const embedder = timedEmbedder(model, metrics.embeddingEnd)
  const stopping = new AbortController()
  const reportOn = (subject: 'axioms' | 'queries') =>
    reportProgress((left, isNews) => {
      metrics.embeddingLeft(subject, left)
      if (isNews) log.info({ subject, left, embedder: model.name }, 'embedding')
    })

  const axiomRecords = readAxioms()
  const vectorStore = createSqliteVectorStore(database)
  const embedRecords = () =>
    embedAxioms(axiomRecords, { embedder: model, store: vectorStore, onProgress: reportOn('axioms') })
  const isLocal = settings.EMBEDDER === 'builtin'
  const axiomVectors = isLocal
    ? embedRecords()
    : keepTrying(embedRecords, {
        firstPauseMs: EMBEDDING_PAUSE_MS,
        signal: stopping.signal,
        onFault: (error) => log.warn({ err: error }, 'axioms could not be embedded, to be tried again'),
      })
  const axioms = createAxiomLibrary(axiomRecords, embedder, axiomVectors)
  // The built-in model has done it in a moment; another may take minutes, and words alone find axioms until then.
  if (isLocal) await axiomVectors
  const agreement = readAgreement()
  const calibration = readCalibration()
  const onIndexFault = (error: Error) => log.warn({ err: error }, 'the index of the cache')
  const index = createGrowingVectorIndex({
    openLarge: (onLost) =>
      createUsearchVectorIndex({
        folder: join(settings.DATA_DIR, 'index'),
        embedder: model.name,
        // One core is left for requests.
        threads: Math.max(1, availableParallelism() - 1),
        onFault: onIndexFault,
        onLost,
      }),
    onFault: onIndexFault,
  })
  const cache = await openSemanticCache({
    store: results,
    tallies: createSqliteTallyStore(database, later),
    pairs,
    index,
    embedder,
    verifier: createQuestionVerifier({
      model: readSameQuestion(),
      pairModel: await openPairModel(builtin.wordPieces),
    }),
    edition: cacheEdition({ embedder: model.name, axioms: axiomRecords, agreement, calibration }),
    now: wallClock,
    mostEntries: settings.CACHE_MAX_ENTRIES,
    onLookup: metrics.cacheLookup,
    onFault: (error) => log.warn({ err: error }, 'the cache could go by exact text alone'),
  })

  const closing = new AbortController()
  const router = createModelRouter({
    alwaysOffline: settings.ROUTER === 'offline',
    access: providerAccess(settings),
    offline: createOfflineModels({
      axioms: axiomRecords,
      search: (text, topK) => axioms.searchAnyway({ text, topK, minScore: 0, levels: null }),
      now,
    }),
    voiceOf,
    openProviders: openProviders(settings, now),
    onCall: (_, outcome) => metrics.modelCallEnd(outcome),
  })
  const runner = createPanelRunner({
    router,
    findAnchors: axioms.findAnchors,
    // Always the built-in model: confidence is calibrated with its sense of agreement, and it is never away.
    embed: timedEmbedder(builtin, metrics.embeddingEnd).embed,
    agreement,
    calibration,
    reliability: settings.MODEL_RELIABILITY
      ? createModelReliability({
          store: createSqliteReliabilityStore(database),
          now: wallClock,
          onFault: (error) =>
            log.error({ err: error }, 'the reliability of models could not be read or kept'),
        })
      : null,
    closing: closing.signal,
    startDeadline: () => AbortSignal.timeout(settings.CONSENSUS_DEADLINE_SECONDS * 1000),
    now,
    observer: {
      consensusEnd(result, run) {
        metrics.consensusEnd(result, run)
        log.info(
          {
            query: settings.LOG_QUERIES ? run.query : undefined,
            structure: run.structure,
            panel: run.models.length,
            router: result.router,
            outcome: result.outcome,
            initial_D: result.initialDivergence,
            final_D: result.finalDivergence,
            ...result.usage,
          },
          'consensus',
        )
      },
    },
  })
  const routerFor = (routerKey: string | null) => router.connect(routerKey).servedBy('openrouter')

  const events = createTaskEvents()
  const tasks = openTaskService({
    store: taskStore,
    runner,
    events,
    schedule: pLimit(settings.TASK_CONCURRENCY),
    queueLimit: settings.TASK_QUEUE_LIMIT,
    now: wallClock,
    newId,
    onFault: (error, taskId) => log.error({ err: error, task_id: taskId }, 'task failed'),
  })

  const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
  const keyring = createKeyring(settings.API_KEYS, sha256)
  const shared = { log, now, newId, routerFor, addressOf: clientAddress(settings.TRUST_PROXY) }
  const edge = createEdgeApi({
    ...shared,
    consensus: createCachedConsensus({
      runner,
      cache,
      claims,
      policy: {
        timeToLiveMs: settings.CACHE_TTL_SECONDS * 1000,
        unconvergedMs: UNCONVERGED_MS,
        timeSensitiveMs: TIME_SENSITIVE_MS,
        retentionMs: RETENTION_MS,
      },
      defaultModels: settings.DEFAULT_MODELS,
      now: wallClock,
      chance: () => Math.random(),
      newId,
      digest: (text) => createHash('sha256').update(text).digest('hex'),
      wait: (milliseconds, signal) =>
        pause(milliseconds, undefined, { signal: AbortSignal.any([signal, closing.signal]), ref: false }),
      onFault: (error) => log.error({ err: error }, 'a result could not be kept, or a run not be shared'),
    }),
    axioms,
    cache,
    embedder,
    defaultModels: settings.DEFAULT_MODELS,
    keyring,
    embeddingsNeedKey: settings.EMBEDDINGS_AUTH,
    sharedCache: settings.CACHE_SCOPE === 'shared',
    limiter: createMemoryRateLimiter(wallClock),
    limits: {
      perMinute: settings.RATE_LIMIT_PER_MINUTE,
      perHour: settings.RATE_LIMIT_PER_HOUR,
      burst: settings.RATE_LIMIT_BURST,
    },
    metrics: {
      ...metrics,
      async expose() {
        metrics.tasksKept(await taskStore.countByStatus())
        metrics.cacheEntries(cache.size())
        return metrics.expose()
      },
    },
  })
  const local = createLocalApi({
    ...shared,
    tasks,
    events,
    keyring: settings.LOCAL_AUTH ? keyring : createKeyring([], sha256),
    metrics,
  })

  const stopSweeping = startSweeping({
    everyMs: 60_000,
    sweep: async () => {
      await cache.sweep()
      await taskStore.sweep(wallClock() - RETENTION_MS)
      // What another model embedded is found by its exact text alone until here.
      await cache.embedAnew(reportOn('queries'))
    },
    onFault(error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'sweep failed')
    },
  })

  return {
    edge,
    local,
    tasks,
    router: routerFor(null),
    /** Ends what still runs; who waits for it is told to come back. */
    endRuns: () => closing.abort(),
    async close() {
      stopping.abort()
      stopSweeping()
      await index.close()
      for (const store of [results, pairs, claims, later]) store.close()
      closeDatabase(database)
    },
  }
}

function timedEmbedder(embedder: Embedder, onEnd: (durationMs: number) => void): Embedder {
  return {
    ...embedder,
    async embed(texts: string[]) {
      const startedAt = performance.now()
      const vectors = await embedder.embed(texts)
      onEnd(performance.now() - startedAt)
      return vectors
    },
  }
}
