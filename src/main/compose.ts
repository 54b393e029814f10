import { createHash, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  readAgreement,
  readAxioms,
  readCalibration,
  readSameQuestion,
} from '../adapters/assets/data-files.ts'
import { openPairModel } from '../adapters/assets/pair-model-files.ts'
import { openBuiltinEmbedder } from '../adapters/embedders/builtin-embedder.ts'
import { createOfflineModels, voiceOf } from '../adapters/models/offline/offline-models.ts'
import { createModelRouter } from '../adapters/models/router/model-router.ts'
import { createMemoryRateLimiter } from '../adapters/rate-limiter/memory-rate-limiter.ts'
import { createFairQueue } from '../adapters/scheduling/fair-queue.ts'
import { createFairTurns } from '../adapters/scheduling/fair-turns.ts'
import { createDamageReport } from '../adapters/sqlite/damage.ts'
import { closeDatabase, openDatabase } from '../adapters/sqlite/database.ts'
import { createDelayedWrites } from '../adapters/sqlite/delayed-writes.ts'
import { createSqliteFlightClaims } from '../adapters/sqlite/flight-claims.ts'
import { createSqliteQuestionPairs } from '../adapters/sqlite/question-pairs.ts'
import { createSqliteReliabilityStore } from '../adapters/sqlite/reliability-store.ts'
import { createSqliteResultStore } from '../adapters/sqlite/result-store.ts'
import { createSqliteTallyStore } from '../adapters/sqlite/tally-store.ts'
import { createSqliteTaskStore } from '../adapters/sqlite/task-store.ts'
import { createSqliteVectorStore } from '../adapters/sqlite/vector-store.ts'
import { createPrometheusMetrics } from '../adapters/telemetry/prometheus-metrics.ts'
import { createGrowingVectorIndex } from '../adapters/vector-index/growing-vector-index.ts'
import { createUsearchVectorIndex } from '../adapters/vector-index/usearch/usearch-vector-index.ts'
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
import { isExposed, ourHosts } from './exposure.ts'
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

/** How long a task waits before it tries again to store what the disk did not take. */
const STORE_PAUSES = { firstPauseMs: 250, longestPauseMs: 10_000 }

/** The whole service, put together but not yet listening. */
export type Service = Awaited<ReturnType<typeof composeService>>

/** Puts every part in its place: the one spot where adapters meet the ports they serve. */
export async function composeService(settings: Settings, log: Logger) {
  const now = () => performance.timeOrigin + performance.now()
  const wallClock = () => Date.now()
  const newId = () => randomUUID()
  const metrics = createPrometheusMetrics((error) =>
    log.error({ err: error }, 'a metric could not be recorded'),
  )
  const turns = createFairTurns({ now, nextTurn: setImmediate })

  // Before that a full disk stops the start, which says so itself.
  let isComposed = false
  const database = openDatabase(settings.DATA_DIR, (problem) => {
    if (!isComposed) return
    if (problem === null) log.info({}, 'writes succeed again')
    else log.error({ problem }, 'writes fail and are retried until they succeed')
  })
  const damage = createDamageReport((problem, error) => log.warn({ err: error }, problem))
  const unlessDamaged = (part: string, tell: (error: unknown) => void) => (error: unknown) => {
    if (!damage.takes(part, error)) tell(error)
  }
  const later = createDelayedWrites(
    database,
    (error) =>
      log.error({ err: error }, 'statistics and uses of the cache could not be written, to be tried again'),
    damage,
  )
  const results = createSqliteResultStore(database, later, damage)
  const pairs = createSqliteQuestionPairs(database, later, damage)
  const claims = createSqliteFlightClaims(database, damage)
  const taskStore = createSqliteTaskStore(database, damage)

  const builtin = await openBuiltinEmbedder({ takeTurn: turns.take })
  const model = await openEmbedder(settings, builtin)
  const embedder = timedEmbedder(model, metrics.embeddingEnd)
  const stopping = new AbortController()
  const reportOn = (subject: 'axioms' | 'queries') =>
    reportProgress((left, isNews) => {
      metrics.embeddingLeft(subject, left)
      if (isNews) log.info({ subject, left, embedder: model.name }, 'embedding')
    })

  const axiomRecords = readAxioms()
  const vectorStore = createSqliteVectorStore(database, damage)
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
  const axioms = createAxiomLibrary(axiomRecords, embedder, axiomVectors, turns.take)
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
    tallies: createSqliteTallyStore(database, later, damage),
    pairs,
    index,
    embedder,
    verifier: createQuestionVerifier({
      model: readSameQuestion(),
      pairModel: await openPairModel(builtin.wordPieces),
    }),
    edition: cacheEdition({ embedder: model.name, axioms: axiomRecords, agreement, calibration }),
    now: wallClock,
    takeTurn: turns.take,
    mostEntries: settings.CACHE_MAX_ENTRIES,
    onLookup: metrics.cacheLookup,
    onFault: unlessDamaged('the cache', (error) =>
      log.warn({ err: error }, 'the cache could go by exact text alone'),
    ),
  })

  const closing = new AbortController()
  const router = createModelRouter({
    alwaysOffline: settings.ROUTER === 'offline',
    access: providerAccess(settings),
    offline: createOfflineModels({
      axioms: axiomRecords,
      search: (text, topK) => axioms.searchWithFallback({ text, topK, minScore: 0, levels: null }),
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
          onReadFault: unlessDamaged('the reliability of models', (error) =>
            log.warn({ err: error }, 'the reliability of models could not be read'),
          ),
          onKeepFault: unlessDamaged('the reliability of models', (error) =>
            log.warn({ err: error }, 'the reliability of models could not be kept'),
          ),
        })
      : null,
    closing: closing.signal,
    startDeadline: () => AbortSignal.timeout(settings.CONSENSUS_DEADLINE_SECONDS * 1000),
    now,
    takeTurn: turns.take,
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
  const taskQueue = createFairQueue(settings.TASK_CONCURRENCY)
  const tasks = openTaskService({
    store: taskStore,
    runner,
    events,
    schedule: taskQueue.run,
    queueLimit: settings.TASK_QUEUE_LIMIT,
    now: wallClock,
    newId,
    keepTrying: (work, trying) => keepTrying(work, { ...trying, ...STORE_PAUSES }),
    onFault: (error, taskId, what) =>
      unlessDamaged('the tasks', (fault) => log.error({ err: fault, task_id: taskId }, what))(error),
  })

  const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
  const keyring = createKeyring(settings.API_KEYS, sha256)
  let isStopping = false
  const shared = {
    log,
    now,
    newId,
    routerFor,
    problems: () => [database.storage.problem(), ...damage.problems()].filter((found) => found !== null),
    admission: {
      limit: settings.REQUEST_LIMIT,
      longestWaitMs: settings.REQUEST_WAIT_MS,
      takeTurn: turns.take,
      waitOf: turns.waitOf,
    },
    addressOf: clientAddress(settings.TRUST_PROXY),
    isOurHost: ourHosts(settings),
    isStopping: () => isStopping,
  }
  const limits = {
    perMinute: settings.RATE_LIMIT_PER_MINUTE,
    perHour: settings.RATE_LIMIT_PER_HOUR,
    burst: settings.RATE_LIMIT_BURST,
  }
  const limitsLocal =
    settings.LOCAL_RATE_LIMITS === 'auto' ? isExposed(settings) : settings.LOCAL_RATE_LIMITS === 'on'
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
      onKeepFault: unlessDamaged('the cache', (error) =>
        log.warn({ err: error }, 'a result could not be kept in the cache'),
      ),
      onClaimFault: unlessDamaged('the claims on runs', (error) =>
        log.warn({ err: error }, 'a run could not be shared with other processes'),
      ),
    }),
    axioms,
    cache,
    embedder,
    defaultModels: settings.DEFAULT_MODELS,
    keyring,
    embeddingsNeedKey: settings.EMBEDDINGS_AUTH,
    sharedCache: settings.CACHE_SCOPE === 'shared',
    limiter: createMemoryRateLimiter(wallClock),
    limits,
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
    limiter: createMemoryRateLimiter(wallClock),
    limits: limitsLocal ? limits : null,
    closing: closing.signal,
    metrics,
  })

  const stopSweeping = startSweeping({
    everyMs: 60_000,
    sweeps: [
      cache.sweep,
      () => taskStore.sweep(wallClock() - RETENTION_MS),
      // What another model embedded is found by its exact text alone until here.
      () => cache.reembed(reportOn('queries')),
    ],
    onFault: unlessDamaged('what has expired', (error) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'sweep failed')
    }),
  })

  isComposed = true
  return {
    edge,
    local,
    tasks,
    router: routerFor(null),
    onConnection: turns.onConnection,
    /** From now on requests are told to come back. */
    refuseRequests() {
      isStopping = true
    },
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
    async embed(texts, caller) {
      const startedAt = performance.now()
      const vectors = await embedder.embed(texts, caller)
      onEnd(performance.now() - startedAt)
      return vectors
    },
  }
}
