import { LRUCache } from 'lru-cache'
import type { ServerAccess } from '../../adapters/models/catalogue/fetch-model-list.ts'
import {
  createKeptList,
  createModelCatalogue,
  type KeptList,
  type LearningCatalogue,
} from '../../adapters/models/catalogue/model-catalogue.ts'
import { createOfflineModels, voiceOf } from '../../adapters/models/offline/offline-models.ts'
import {
  callerAccess,
  createModelRouter,
  type RouterParts,
} from '../../adapters/models/router/model-router.ts'
import { createFairQueue } from '../../adapters/scheduling/fair-turns.ts'
import { ROUTED } from '../../consensus/model-router.ts'
import { callerKeyFor } from '../../contract/panel.ts'
import type { AskModel } from '../../engine/index.ts'
import type { Axioms } from './axioms.ts'
import type { Runtime } from './runtime.ts'

type Access = RouterParts['access']

const MOST_LISTS = 64
const CALLERS_MS = 10 * 60_000

/** Opens the catalogue of the models that can be asked; nothing is fetched until somebody wants to know. */
export function openCatalogue(runtime: Runtime, access: Access): LearningCatalogue {
  const { settings, log, now, sha256, background, loadHttp, learned } = runtime
  const listsOf = (ttl = 0) => new LRUCache<string, KeptList>({ max: MOST_LISTS, ttl, ttlAutopurge: ttl > 0 })
  // Those of callers never displace those of the service, and with them their keys are forgotten.
  const [ours, callers] = [listsOf(), listsOf(CALLERS_MS)]
  const listAt = (server: string, at: ServerAccess, lists: typeof ours) => {
    // A changed key or address has a list of its own.
    const name = [server, at.baseUrl, Buffer.from(sha256(at.apiKey ?? '')).toString('base64')].join(' ')
    const kept = lists.get(name)
    if (kept !== undefined) return kept
    const list = createKeptList({
      async fetchList() {
        const known = learned.lists.get(name)
        if (known !== undefined) return known
        // Loaded with the first list, as the clients are with the first call.
        const { fetchModelList } = await import('../../adapters/models/catalogue/fetch-model-list.ts')
        const found = await fetchModelList({ server, ...at }, await loadHttp(), background.signal)
        learned.lists.set(name, found)
        return found
      },
      now,
      onFault: (error) => log.warn({ err: error, server }, 'the list of models could not be fetched'),
    })
    lists.set(name, list)
    return list
  }
  return createModelCatalogue(
    (server, callerKeys) => {
      if (settings.ROUTER === 'offline') return undefined
      // The list of the routing provider needs no key: callers may have one.
      const own = server === ROUTED ? undefined : callerKeyFor(server, callerKeys)
      if (own !== undefined) return listAt(server, callerAccess(access, server, own), callers)
      const at = access.get(server)
      return at && (at.apiKey !== null || server === ROUTED) ? listAt(server, at, ours) : undefined
    },
    settings.PRICES,
    learned,
  )
}

/** Creates the model router: providers that have a key, and the offline voices. */
export function openModels(
  runtime: Runtime,
  axioms: Axioms,
  { catalogue, access }: { catalogue: LearningCatalogue; access: Access },
): ReturnType<typeof createModelRouter> {
  const { settings, metrics, now, learned } = runtime
  return createModelRouter({
    alwaysOffline: settings.ROUTER === 'offline',
    access,
    catalogue,
    learned,
    // The offline voices answer from the axioms.
    offline: createOfflineModels({
      search: (text, topK) => axioms.library.searchWithFallback({ text, topK, minScore: 0, levels: null }),
      now,
    }),
    voiceOf,
    openProviders: providersFor(runtime, access),
    onCall: metrics.modelCallEnd,
  })
}

/** Opens the providers for each run; all runs share the limit on concurrent calls and what is known of the models. */
export function providersFor(
  runtime: Pick<Runtime, 'settings' | 'now' | 'loadHttp' | 'unanswered' | 'learned'>,
  access: Access,
): RouterParts['openProviders'] {
  const { settings, now, loadHttp, unanswered } = runtime
  const queue = createFairQueue(settings.MODEL_CONCURRENCY)
  // The client takes time and memory that an offline service never needs; without a key it is loaded with the first call.
  const load = () =>
    Promise.all([import('../../adapters/models/providers/provider-models.ts'), loadHttp()] as const)
  const hasKey = [...access.values()].some(({ apiKey }) => apiKey !== null)
  let loading = hasKey && settings.ROUTER !== 'offline' ? load() : undefined
  // A call will report it.
  loading?.catch(() => {})
  const wholeMs = settings.CONSENSUS_DEADLINE_SECONDS * 1000
  const timeoutMs = settings.MODEL_TIMEOUT_SECONDS * 1000
  const limits = { retries: settings.MODEL_RETRIES, now, queue, unanswered, timeoutMs }
  return (accessTo) => {
    const run = { endsAt: now() + wholeMs }
    let opened: AskModel | undefined
    return async () => {
      loading ??= load()
      const [{ createProviderModels }, openHttp] = await loading
      opened ??= createProviderModels(accessTo, {
        ...limits,
        openHttp,
        run,
        refused: runtime.learned.refused,
      })
      return opened
    }
  }
}
