import type { Context } from 'hono'
import { createVerdicts } from '../../consensus/ledger/verdicts.ts'
import { listModels } from '../../consensus/model-catalogue.ts'
import type { TaskStatus } from '../../contract/local-consensus.ts'
import { type CallerKeys, PROVIDERS } from '../../contract/panel.ts'
import { createEdgeApi } from '../../http/edge/app.ts'
import type { EdgeServices } from '../../http/edge/edge-services.ts'
import { createLocalApi } from '../../http/local/app.ts'
import { createKeyring } from '../../http/middleware/authenticate.ts'
import { isPassedOn } from '../../http/shared/request-context.ts'
import type { McpEndpoint } from '../../mcp/http-endpoint.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import { withTimeLimit } from '../../utils/time-limits.ts'
import { clientAddress, isExposed, isFromThisMachine, isLoopback, ourHosts } from '../addresses.ts'
import type { openRuns } from './runs.ts'
import type { Runtime } from './runtime.ts'
import { type OpenedParts, serversFor } from './service.ts'

interface ApiParts extends Omit<OpenedParts, 'reliability'>, ReturnType<typeof openRuns> {
  /** How a client is known, and how this service is; by the settings, unless the platform knows better. */
  addressOf?: (context: Context) => string
  isOurHost?: (host: string) => boolean
  isPassedOn?: EdgeServices['isPassedOn']
  exposeMetrics?: EdgeServices['metrics']['expose']
  runListing?: EdgeServices['runListing']
  /** What the user who runs the service can read in the data folder; null where nobody can. */
  operatorToken: string | null
}

const STOPPING = 'The service is stopping.'

/** What makes the edge API and the local task API. */
export function openApis(runtime: Runtime, parts: ApiParts) {
  const { settings, log, metrics, sha256, now, wallClock, newId, turns, runs } = runtime
  const { storage, cache, consensus, checks, axioms, embedding, catalogue, router, reliability } = parts
  const keyring = createKeyring(settings.API_KEYS, sha256)
  const limits = {
    perMinute: settings.RATE_LIMIT_PER_MINUTE,
    perHour: settings.RATE_LIMIT_PER_HOUR,
    burst: settings.RATE_LIMIT_BURST,
  }
  const limitsLocal =
    settings.LOCAL_RATE_LIMITS === 'auto' ? isExposed(settings) : settings.LOCAL_RATE_LIMITS === 'on'
  let unreadiness: string | null = 'The service is starting.'
  const shared = {
    ...{ log, now, wallClock, newId },
    routerFor: (callerKeys: CallerKeys | null) => serversFor(parts, callerKeys),
    verdicts: createVerdicts({ ledger: storage.ledger, now: wallClock }),
    origins: settings.CORS_ORIGINS,
    problems: () => [storage.problem()].filter((problem) => problem !== null),
    docs: parts.assets.docs,
    admission: {
      limit: settings.REQUEST_LIMIT,
      longestWaitMs: settings.REQUEST_WAIT_MS,
      takeTurn: turns.take,
      waitOf: turns.waitOf,
    },
    addressOf: parts.addressOf ?? clientAddress(settings.TRUST_PROXY),
    isOperator: operatorCheck(parts.operatorToken, sha256),
    isOurHost: parts.isOurHost ?? ourHosts(settings),
    isStopping: () => unreadiness === STOPPING,
    closing: () => runs.signal,
    unreadiness: () => [unreadiness, storage.problem()].filter((reason) => reason !== null),
  }
  const exposeMetrics = async () => {
    const countTasks = storage.tasks.store.countByStatus
    await readStoreFigures({ problem: storage.problem, countTasks, cacheSize: cache.size }, metrics)
    return metrics.expose()
  }
  const edge = () =>
    createEdgeApi({
      ...shared,
      ...{ consensus, checks, cache, catalogue, router, reliability, keyring, limits },
      axioms: axioms.library,
      responses: storage.responses,
      embedder: embedding.embedder,
      listModels: (callerKeys) => listModels(parts, callerKeys),
      defaultModels: parts.defaultPanel.modelsFor,
      presets: parts.defaultPanel.presetsFor,
      panels: settings.PANELS,
      canSearch: parts.findPages !== undefined,
      connections: connectionsOf(runtime, parts),
      playground: parts.assets.playground,
      mcp: openMcp(runtime),
      embeddingsNeedKey: settings.EMBEDDINGS_AUTH,
      // Without keys everybody is one caller.
      sharedCache: settings.CACHE_SCOPE === 'shared' && keyring.required,
      limiter: storage.createRateLimiter('edge'),
      isPassedOn: parts.isPassedOn ?? isPassedOn,
      ...(parts.runListing && { runListing: parts.runListing }),
      footer: settings.FOOTER,
      metrics: {
        requestEnd: metrics.requestEnd,
        requestRefused: metrics.requestRefused,
        expose: parts.exposeMetrics ?? exposeMetrics,
      },
    })
  const local = (tasks: TaskService) =>
    createLocalApi({
      ...shared,
      tasks,
      costs: parts.costs,
      events: storage.tasks.events,
      providers: () => [...new Set([...PROVIDERS, ...parts.connected.access.keys()])],
      keyring: settings.LOCAL_AUTH ? keyring : createKeyring([], sha256),
      limiter: storage.createRateLimiter('local'),
      limits: limitsLocal ? limits : null,
      metrics,
    })
  return {
    edge,
    local,
    routerFor: shared.routerFor,
    /** From now on requests may be sent here. */
    welcomeRequests() {
      unreadiness = null
    },
    /** From now on requests are answered with 503 and Retry-After. */
    refuseRequests() {
      unreadiness = STOPPING
    },
  }
}

/** What the page does with keys and servers: they are tried before they are stored. */
function connectionsOf({ log, background, loadHttp }: Runtime, parts: ApiParts): EdgeServices['connections'] {
  const { connected, router, catalogue, defaultPanel } = parts
  const until = (signal: AbortSignal) => AbortSignal.any([signal, background.signal])
  const trialOf = (provider: string, key: string, signal: AbortSignal) => ({
    router,
    catalogue,
    panel: defaultPanel.modelsFor({ [provider]: key }),
    signal: until(signal),
  })
  // Loaded with the first key, because it is needed once.
  const load = () => import('./try-connection.ts')
  return {
    whyNot: connected.whyNot,
    list: connected.list,
    isThisMachine: (hostname, context) => isLoopback(hostname) && isFromThisMachine(context),
    async tryKey(provider, key, signal) {
      return (await load()).tryKey(provider, key, trialOf(provider, key, signal))
    },
    async connect(name, request, signal) {
      const access = connected.check(name, request)
      const { tryAddress, tryKey } = await load()
      const tried =
        request.key === undefined
          ? await tryAddress(name, access, await loadHttp(), until(signal))
          : await tryKey(name, request.key, trialOf(name, request.key, signal))
      connected.store(name, access)
      log.info({ connection: name }, 'a connection was stored')
      await defaultPanel.chooseAgain()
      return tried
    },
    async forget(name) {
      connected.remove(name)
      log.info({ connection: name }, 'a connection was forgotten')
      await defaultPanel.chooseAgain()
    },
  }
}

/** Answers assistants; what that needs is loaded with the first message, because most callers send none. */
function openMcp({ settings, log, wallClock, newId, runs }: Runtime): McpEndpoint {
  let opening: Promise<McpEndpoint> | null = null
  async function open(): Promise<McpEndpoint> {
    const { createMcpEndpoint } = await import('../../mcp/http-endpoint.ts')
    const report = (error: unknown) => log.error({ err: error }, 'a tool failed')
    const endpoint = createMcpEndpoint({
      confirmAbove: settings.MCP_CONFIRM_USD,
      now: wallClock,
      newId,
      report,
    })
    runs.signal.addEventListener('abort', endpoint.close)
    return endpoint
  }
  return {
    async answer(message) {
      opening ??= open()
      return (await opening).answer(message)
    },
  }
}

/**
 * Recognises the user who runs the service. Whoever can read the token can read the database beside it and could ask
 * models without the service; so it stands for any key and no rate limits it. Its results are those of callers without a
 * key, because commands of this user store such while no service runs. It counts on this machine only, where its file is.
 */
function operatorCheck(token: string | null, sha256: Runtime['sha256']) {
  const keyring = createKeyring(token === null ? [] : [{ name: 'operator', digest: sha256(token) }], sha256)
  return (key: string, context: Context) => isFromThisMachine(context) && keyring.nameOf(key) !== null
}

/** How long metrics wait for figures of the store; scrapers give up after ten seconds. */
const PATIENCE_MS = 3_000

interface StoreFigures {
  problem(): string | null
  countTasks(): Promise<Record<TaskStatus, number>>
  cacheSize(): Promise<{ entries: number; bytes: number }>
}

/** Sets the gauges about the store. Metrics matter most while it is away: what it cannot tell stays as it was. */
export async function readStoreFigures(
  figures: StoreFigures,
  gauges: Pick<Runtime['metrics'], 'problemsFound' | 'tasksKept' | 'cacheSize'>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  gauges.problemsFound(figures.problem() === null ? 0 : 1)
  await Promise.allSettled([
    withTimeLimit(patienceMs, figures.countTasks()).then(gauges.tasksKept),
    withTimeLimit(patienceMs, figures.cacheSize()).then(gauges.cacheSize),
  ])
}
