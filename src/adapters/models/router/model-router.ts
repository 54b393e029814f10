import { type ModelRouter, OFFLINE, type RouterConnection } from '../../../consensus/model-router.ts'
import type { ProviderName } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  type ModelReply,
} from '../../../engine/index.ts'
import { type ProviderAccess, providerOf } from '../providers/language-models.ts'

/** What a router is made of. */
export interface RouterParts {
  /** Whether the operator wants the stand-in regardless of keys. */
  alwaysOffline: boolean
  access: Record<ProviderName, { apiKey: string | null; baseUrl: string | null }>
  offline: AskModel
  /** Which voice of the stand-in answers for a model. */
  voiceOf: (model: string) => string
  /** Opens a connection to real models for one run. */
  openProviders: (accessTo: (call: ModelCall) => ProviderAccess) => AskModel
  onCall: (call: ModelCall, outcome: { servedBy: string; error: unknown } & Partial<CallCost>) => void
}

/**
 * Sends each call to its provider if there is a key for it, otherwise to the stand-in. Without a key for the routing
 * provider, a self-hosted OpenAI-compatible server takes its place, with the same model names.
 */
export function createModelRouter(parts: RouterParts): ModelRouter {
  const { access, alwaysOffline } = parts
  return {
    connect(routerKey): RouterConnection {
      const keyFor = (provider: ProviderName): string | null =>
        (provider === 'openrouter' ? routerKey : null) ?? access[provider].apiKey
      const serverOf = (provider: ProviderName): ProviderName | typeof OFFLINE => {
        if (alwaysOffline) return OFFLINE
        if (keyFor(provider) !== null) return provider
        return provider === 'openrouter' && access.openai.baseUrl !== null ? 'openai' : OFFLINE
      }
      const providers = parts.openProviders(({ seat }) => {
        const provider = providerOf(seat)
        return { apiKey: keyFor(provider) ?? '', baseUrl: access[provider].baseUrl }
      })
      async function ask(call: ModelCall): Promise<ModelReply> {
        const provider = serverOf(providerOf(call.seat))
        if (provider === OFFLINE) return parts.offline(call)
        return providers({ ...call, seat: { ...call.seat, provider } })
      }
      return {
        servedBy: serverOf,
        nameOf: ({ provider, name, model }) =>
          serverOf(provider) === OFFLINE ? `offline voice “${parts.voiceOf(model)}” (for ${name})` : name,
        ask(call) {
          const notify = (error: unknown, cost: CallCost | null) =>
            parts.onCall(call, { servedBy: serverOf(providerOf(call.seat)), error, ...cost })
          return ask(call).then(
            (reply) => {
              notify(null, reply)
              return reply
            },
            (error: unknown) => {
              notify(error, error instanceof ModelFailure ? error.spent : null)
              throw error
            },
          )
        },
        warnings: alwaysOffline && routerKey !== null ? [KEY_NOT_USED] : [],
      }
    },
  }
}

const KEY_NOT_USED = 'The x-router-key was ignored: this server runs with ROUTER=offline.'
