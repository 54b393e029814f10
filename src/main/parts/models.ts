import type { ListAddress } from '../../adapters/models/catalogue/fetch-model-list.ts'
import { createKeptList } from '../../adapters/models/catalogue/kept-list.ts'
import {
  createModelCatalogue,
  type LearningCatalogue,
} from '../../adapters/models/catalogue/model-catalogue.ts'
import { createOfflineModels, voiceOf } from '../../adapters/models/offline/offline-models.ts'
import { createRefusedFeatures } from '../../adapters/models/providers/refused-features.ts'
import { createModelRouter, type RouterParts } from '../../adapters/models/router/model-router.ts'
import { createFairQueue } from '../../adapters/scheduling/fair-queue.ts'
import type { Settings } from '../../config/settings.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import type { AskModel } from '../../engine/index.ts'
import type { Runtime } from './runtime.ts'
import type { Axioms } from './search.ts'

/** Sent to a server that asks for no key, since the protocol requires one; too short to be masked like a secret. */
const NO_KEY = 'no-key'

const OPENROUTER_URL = 'https://openrouter.ai/api/v1'

/** Opens the catalogue of the models that can be asked; nothing is fetched until somebody wants to know. */
export function openCatalogue({ settings, log, now, background }: Runtime): LearningCatalogue {
  const { openrouter, openai } = providerAccess(settings)
  const listAt = (address: ListAddress) =>
    createKeptList({
      async fetchList() {
        // Loaded with the first list, as the clients are with the first call.
        const { fetchModelList } = await import('../../adapters/models/catalogue/fetch-model-list.ts')
        return fetchModelList(address, background.signal)
      },
      now,
      onFault: (error) => log.warn({ err: error }, 'the list of models could not be fetched'),
    })
  const ownServer = openai.baseUrl === null ? {} : { openai: listAt({ ...openai, baseUrl: openai.baseUrl }) }
  const routing = { openrouter: listAt({ ...openrouter, baseUrl: openrouter.baseUrl ?? OPENROUTER_URL }) }
  return createModelCatalogue({
    lists: settings.ROUTER === 'offline' ? {} : { ...routing, ...ownServer },
    // As the router decides: a server of one's own takes the place of a routing provider without a key.
    routing: openrouter.apiKey === null && openai.baseUrl !== null ? 'openai' : 'openrouter',
  })
}

/** Creates the model router: providers that have a key, and offline voices for the others. */
export function openModels(
  { settings, metrics, now }: Runtime,
  { library }: Axioms,
  catalogue: LearningCatalogue,
): ModelRouter {
  return createModelRouter({
    alwaysOffline: settings.ROUTER === 'offline',
    access: providerAccess(settings),
    catalogue,
    offline: createOfflineModels({
      search: (text, topK) => library.searchWithFallback({ text, topK, minScore: 0, levels: null }),
      now,
    }),
    voiceOf,
    openProviders: openProviders(settings, now),
    onCall: metrics.modelCallEnd,
  })
}

/** The configured keys and addresses; a self-hosted server that speaks OpenAI's protocol may need no key. */
export function providerAccess(settings: Settings): RouterParts['access'] {
  const { OPENROUTER_BASE_URL, OPENAI_BASE_URL, ANTHROPIC_BASE_URL } = settings
  const openaiKey = settings.OPENAI_API_KEY ?? (OPENAI_BASE_URL === undefined ? null : NO_KEY)
  return {
    openrouter: { apiKey: settings.OPENROUTER_API_KEY ?? null, baseUrl: OPENROUTER_BASE_URL ?? null },
    openai: { apiKey: openaiKey, baseUrl: OPENAI_BASE_URL ?? null },
    anthropic: { apiKey: settings.ANTHROPIC_API_KEY ?? null, baseUrl: ANTHROPIC_BASE_URL ?? null },
  }
}

/** Opens the providers for each run; all runs share the limit on concurrent calls and what is known of the models. */
export function openProviders(settings: Settings, now: () => number): RouterParts['openProviders'] {
  const queue = createFairQueue(settings.MODEL_CONCURRENCY)
  const refused = createRefusedFeatures()
  // The client takes time and memory that an offline service never needs; without a key it is loaded with the first call.
  const load = () => import('../../adapters/models/providers/provider-models.ts')
  const hasKey = Object.values(providerAccess(settings)).some(({ apiKey }) => apiKey !== null)
  let loading = hasKey && settings.ROUTER !== 'offline' ? load() : undefined
  // A call will report it.
  loading?.catch(() => {})
  return (accessTo) => {
    const run = { endsAt: now() + settings.CONSENSUS_DEADLINE_SECONDS * 1000 }
    let opened: AskModel | undefined
    return async (call) => {
      loading ??= load()
      const { createProviderModels } = await loading
      opened ??= createProviderModels(accessTo, {
        timeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
        retries: settings.MODEL_RETRIES,
        now,
        queue,
        run,
        refused,
      })
      return opened(call)
    }
  }
}
