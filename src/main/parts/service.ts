import { createQuestionVerifier } from '../../cache/same-question/create-question-verifier.ts'
import { createSemanticCache, type SemanticCache } from '../../cache/semantic-cache.ts'
import type { ModelReliability } from '../../consensus/model-reliability.ts'
import { OFFLINE } from '../../consensus/model-router.ts'
import type { RunnerParts } from '../../consensus/panel-runner.ts'
import type { CallerKeys } from '../../contract/panel.ts'
import type { ProgramPort } from '../../engine/index.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Axioms } from './axioms.ts'
import { isLocalAddress, openConnections } from './connections.ts'
import { chooseDefaultPanel } from './default-panel.ts'
import type { Embedding } from './embedding.ts'
import { openCatalogue, openModels } from './models.ts'
import type { Assets } from './node-parts.ts'
import { RETENTION_MS, type Runtime } from './runtime.ts'
import type { Storage, Stores } from './storage.ts'

/** A list of models that could not be fetched is fetched again after a minute at the earliest. */
const FIRST_PAUSE_MS = 65_000

interface GivenParts {
  assets: Assets
  storage: Storage
  embedding: Embedding
  axioms: Axioms
  sandbox: ProgramPort
  /** Searches the web; absent where there is no search engine. */
  findPages?: RunnerParts['findPages']
  /** What past runs tell, where that is estimated elsewhere. */
  reliability?: ModelReliability
  /** False where keys cannot be stored in a file. */
  hasFiles?: boolean
}

export type OpenedParts = Awaited<ReturnType<typeof openParts>>

/** Opens what a service has on every platform; the platform gives what it keeps things in and runs programs with. */
export async function openParts(runtime: Runtime, given: GivenParts) {
  const { settings, log } = runtime
  const connected = openConnections(settings, given)
  const catalogue = openCatalogue(runtime, connected.access)
  const router = openModels(runtime, given.axioms, { catalogue, access: connected.access })
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
  return { ...given, cache: await openCache(runtime, given), connected, catalogue, router, defaultPanel }
}

/** Opens the cache on a storage. */
export async function openCache(
  { settings, log, metrics, turns, wallClock }: Runtime,
  parts: Pick<GivenParts, 'assets' | 'axioms' | 'embedding'> & { storage: Stores },
): Promise<SemanticCache> {
  const { tallies, pairs, oneAtATime, openPastQuestions } = parts.storage
  const { embedder } = parts.embedding
  return createSemanticCache({
    ...{ tallies, pairs, oneAtATime, embedder },
    questions: await openPastQuestions(embedder.name),
    verify: createQuestionVerifier(parts.assets.sameQuestion),
    edition: parts.axioms.edition,
    now: wallClock,
    takeTurn: turns.take,
    bounds: { entries: settings.CACHE_MAX_ENTRIES, bytes: settings.CACHE_MAX_BYTES },
    onLookup: metrics.cacheLookup,
    onFault: (error) => log.warn({ err: error }, 'the cache could only be searched by exact text'),
  })
}

/** So much of each caller's responses is kept. */
const RESPONSE_BYTES = 256 * 1024 * 1024

/** Deletes what has expired, or makes up for what could not be done before; to be run now and then. */
export function sweepOf(
  { wallClock, background, log }: Runtime,
  { storage, embedding, cache }: Pick<OpenedParts, 'embedding' | 'cache'> & { storage: Stores },
  ...others: Array<() => Promise<unknown>>
) {
  const sweeps = [
    ...others,
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
  return async () => {
    for (const sweep of sweeps) await sweep().catch(onFault)
  }
}

/** The servers that answer for the default panel of a caller, joined by `+`; all servers where it is refused. */
export function serversFor(
  { router, defaultPanel }: Pick<OpenedParts, 'router' | 'defaultPanel'>,
  callerKeys: CallerKeys | null,
): string {
  const ids = defaultPanel.modelsFor(callerKeys)
  const { servedBy } = router.connect(callerKeys)
  const asked = ids.map((id) => servedBy({ provider: router.providerOf(id, callerKeys), model: id }))
  const isRefused = ids.length === 0 || asked.includes(OFFLINE)
  const servers = isRefused ? router.servers(callerKeys) : asked
  return [...new Set(servers)].sort().join('+') || OFFLINE
}
