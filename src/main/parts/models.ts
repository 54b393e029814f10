import {
  createKeptList,
  createModelCatalogue,
  type LearningCatalogue,
} from '../../adapters/models/catalogue/model-catalogue.ts'
import { createOfflineModels, voiceOf } from '../../adapters/models/offline/offline-models.ts'
import { createRefusedFeatures } from '../../adapters/models/providers/features.ts'
import { createModelRouter, type RouterParts } from '../../adapters/models/router/model-router.ts'
import { createFairQueue } from '../../adapters/scheduling/fair-turns.ts'
import type { Settings } from '../../config/settings.ts'
import { ROUTED } from '../../consensus/model-router.ts'
import type { AskModel } from '../../engine/index.ts'
import type { Axioms } from './axioms.ts'
import type { Runtime } from './runtime.ts'

/** Sent to a server that asks for no key, since the protocol requires one; too short to be masked like a secret. */
const NO_KEY = 'no-key'

/** Opens the catalogue of the models that can be asked; nothing is fetched until somebody wants to know. */
export function openCatalogue({ settings, log, now, background }: Runtime): LearningCatalogue {
  // The list of the routing provider needs no key: callers may have one.
  const listed = [...providerAccess(settings)].filter(
    ([server, { apiKey }]) => settings.ROUTER !== 'offline' && (apiKey !== null || server === ROUTED),
  )
  const lists = listed.map(([server, access]) => {
    const list = createKeptList({
      async fetchList() {
        // Loaded with the first list, as the clients are with the first call.
        const { fetchModelList } = await import('../../adapters/models/catalogue/fetch-model-list.ts')
        return fetchModelList({ server, ...access }, background.signal)
      },
      now,
      onFault: (error) => log.warn({ err: error, server }, 'the list of models could not be fetched'),
    })
    return [server, list] as const
  })
  return createModelCatalogue(new Map(lists))
}

/** Creates the model router: providers that have a key, and the offline voices. */
export function openModels(
  { settings, metrics, now }: Runtime,
  axioms: Axioms,
  catalogue: LearningCatalogue,
): ReturnType<typeof createModelRouter> {
  return createModelRouter({
    alwaysOffline: settings.ROUTER === 'offline',
    access: providerAccess(settings),
    catalogue,
    // The offline voices answer from the axioms.
    offline: createOfflineModels({
      search: (text, topK) => axioms.library.searchWithFallback({ text, topK, minScore: 0, levels: null }),
      now,
    }),
    voiceOf,
    ...openProviders(settings, now),
    onCall: metrics.modelCallEnd,
  })
}

/** The configured keys and addresses; an endpoint, like any server of one's own, may need no key. */
export function providerAccess(settings: Settings): RouterParts['access'] {
  const { OPENAI_BASE_URL, OPENAI_API_KEY = OPENAI_BASE_URL && NO_KEY } = settings
  const at = (apiKey: string | undefined, baseUrl: string | undefined) => ({
    apiKey: apiKey ?? null,
    baseUrl: baseUrl ?? null,
  })
  return new Map([
    ['openai', at(OPENAI_API_KEY, OPENAI_BASE_URL)],
    ['anthropic', at(settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL)],
    ['gemini', at(settings.GEMINI_API_KEY, settings.GEMINI_BASE_URL)],
    ...settings.ENDPOINTS.map(
      ({ name, apiKey, baseUrl }) => [name, { apiKey: apiKey ?? NO_KEY, baseUrl }] as const,
    ),
    [ROUTED, at(settings.OPENROUTER_API_KEY, settings.OPENROUTER_BASE_URL)],
  ])
}

/** Opens the providers for each run; all runs share the limit on concurrent calls and what is known of the models. */
export function openProviders(settings: Settings, now: () => number): Pick<RouterParts, 'openProviders'> {
  const queue = createFairQueue(settings.MODEL_CONCURRENCY)
  const refused = createRefusedFeatures()
  // The client takes time and memory that an offline service never needs; without a key it is loaded with the first call.
  const load = () => import('../../adapters/models/providers/provider-models.ts')
  const hasKey = [...providerAccess(settings).values()].some(({ apiKey }) => apiKey !== null)
  let loading = hasKey && settings.ROUTER !== 'offline' ? load() : undefined
  // A call will report it.
  loading?.catch(() => {})
  const wholeMs = settings.CONSENSUS_DEADLINE_SECONDS * 1000
  const silenceMs = settings.MODEL_TIMEOUT_SECONDS * 1000
  const limits = { retries: settings.MODEL_RETRIES, now, queue }
  return {
    openProviders(accessTo) {
      const run = { endsAt: now() + wholeMs }
      let opened: AskModel | undefined
      return async () => {
        loading ??= load()
        const { createProviderModels } = await loading
        opened ??= createProviderModels(accessTo, { ...limits, timeoutMs: silenceMs, run, refused })
        return opened
      }
    },
  }
}
