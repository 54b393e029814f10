import type { Logger } from 'pino'
import { createSandbox } from '../adapters/sandbox/sandbox.ts'
import { createQuestionVerifier } from '../cache/same-question/create-question-verifier.ts'
import { createSemanticCache, type SemanticCache } from '../cache/semantic-cache.ts'
import type { Settings } from '../config/settings.ts'
import { type ModelRouter, OFFLINE } from '../consensus/model-router.ts'
import type { CallerKeys } from '../contract/panel.ts'
import { ignoring } from './ignoring.ts'
import { keepTrying } from './keep-trying.ts'
import { openApis } from './parts/apis.ts'
import { type Axioms, openAxioms } from './parts/axioms.ts'
import { isLocalAddress, openConnections } from './parts/connections.ts'
import { chooseDefaultPanel } from './parts/default-panel.ts'
import { type Embedding, openEmbedding } from './parts/embedding.ts'
import { openCatalogue, openModels } from './parts/models.ts'
import { openRuns } from './parts/runs.ts'
import {
  type Assets,
  createRuntime,
  openMetrics,
  openTracing,
  RETENTION_MS,
  type Runtime,
  readAssets,
} from './parts/runtime.ts'
import { openSqliteStorage, type Storage } from './parts/storage.ts'
import { keyWarnings } from './start-report.ts'

export type Service = Awaited<ReturnType<typeof composeService>>

interface ServiceOptions {
  assets?: Assets
  operatorToken?: string | null
  /** Whether others can reach it; else nobody sees its pages and its metrics. */
  isServed?: boolean
}

/** A list of models that could not be fetched is fetched again after a minute at the earliest. */
const FIRST_PAUSE_MS = 65_000

/** Opens every part of the service and connects them; each part chooses the adapters for its ports. */
export async function composeService(
  settings: Settings,
  log: Logger,
  { assets: given, operatorToken = null, isServed = true }: ServiceOptions = {},
) {
  const endTracing = await openTracing(settings, log)
  const runtime = createRuntime(settings, log, isServed ? await openMetrics(log) : ignoring())
  // First, because a start that fails mostly fails here, and should not take long.
  const storage = await openStorage(runtime)
  const assets = given ?? (await readAssets({ hasPages: isServed }))
  const embedding = await openEmbedding(runtime, assets)
  const axioms = await openAxioms(runtime, { assets, storage, embedding })
  const cache = await openCache(runtime, assets, { axioms, storage, embedding })
  const connected = openConnections(settings)
  const catalogue = openCatalogue(runtime, connected.access)
  const router = openModels(runtime, axioms, { catalogue, access: connected.access })
  const defaultPanel = await chooseDefaultPanel(settings, {
    router,
    catalogue,
    isLocal: (server) => isLocalAddress(connected.access.get(server)?.baseUrl ?? null),
    log,
    keepTrying(work) {
      const { signal } = runtime.background
      // Only the signal ends it early, and the catalogue logs what is wrong with a server.
      return keepTrying(work, { firstPauseMs: FIRST_PAUSE_MS, signal, onFault() {} }).catch(() => {})
    },
  })
  const sandbox = createSandbox({ isOn: settings.RUN_CODE !== 'off' })
  const opened = {
    assets,
    storage,
    connected,
    embedding,
    axioms,
    cache,
    catalogue,
    router,
    defaultPanel,
    sandbox,
  }
  const runs = openRuns(runtime, opened)
  const routerFor = (callerKeys: CallerKeys | null) =>
    serversOf(router, defaultPanel.modelsFor(callerKeys), callerKeys)
  const apis = openApis(runtime, { ...opened, ...runs, routerFor, operatorToken })
  const stopSweeps = startSweeps(runtime, opened)
  storage.logProblems()

  return {
    ...apis,
    tasks: runs.tasks,
    router: routerFor(null),
    isOffline: router.servers(null).length === 0,
    defaultModels: defaultPanel.modelsFor(null),
    storedConnections: connected.stored(),
    panelWarnings: [...defaultPanel.warnings, ...keyWarnings(settings, router)],
    onConnection: runtime.turns.onConnection,
    /** Ends the runs that are still under way; their callers get 503 with Retry-After. */
    endRuns: () => runtime.runs.abort(),
    async close() {
      runtime.background.abort()
      stopSweeps()
      sandbox.close()
      await storage.close()
      await endTracing()
    },
  }
}

/** The servers that answer for a panel named by ids, joined by `+`; all servers if it is refused. */
function serversOf(router: ModelRouter, ids: string[], callerKeys: CallerKeys | null): string {
  const { servedBy } = router.connect(callerKeys)
  const asked = ids.map((id) => servedBy({ provider: router.providerOf(id, callerKeys), model: id }))
  const isRefused = ids.length === 0 || asked.includes(OFFLINE)
  const servers = isRefused ? router.servers(callerKeys) : asked
  return [...new Set(servers)].sort().join('+') || OFFLINE
}

async function openStorage(runtime: Runtime): Promise<Storage> {
  const { DATABASE_URL } = runtime.settings
  if (DATABASE_URL === undefined) return openSqliteStorage(runtime)
  // Loaded only here, because most who try the service do not need PostgreSQL.
  const { openPostgresStorage } = await import('./parts/postgres-storage.ts')
  return openPostgresStorage(runtime, DATABASE_URL)
}

async function openCache(
  { settings, log, metrics, turns, wallClock }: Runtime,
  assets: Assets,
  { axioms, storage, embedding: { embedder } }: { axioms: Axioms; storage: Storage; embedding: Embedding },
): Promise<SemanticCache> {
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

const SWEEP_MS = 60_000
/** So much of each caller's responses is kept. */
const RESPONSE_BYTES = 256 * 1024 * 1024

/** Deletes what has expired, now and then once a minute; the returned function stops that. */
function startSweeps(
  { log, wallClock, background }: Runtime,
  { storage, embedding, cache }: { storage: Storage; embedding: Embedding; cache: SemanticCache },
): () => void {
  const sweeps = [
    cache.sweep,
    () => storage.tasks.store.sweep(wallClock() - RETENTION_MS),
    () => storage.responses.sweep(wallClock() - RETENTION_MS, RESPONSE_BYTES),
    // Until then a question that another model embedded is found by its exact text only.
    () => cache.reembed(embedding.progressOf('queries')),
  ]
  const onFault = (error: unknown) => {
    if (!background.signal.aborted) log.error({ err: error }, 'expired data could not be deleted')
  }
  // One after another; a failure does not prevent the next.
  const run = async () => {
    for (const sweep of sweeps) await sweep().catch(onFault)
  }
  run()
  const timer = setInterval(run, SWEEP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
