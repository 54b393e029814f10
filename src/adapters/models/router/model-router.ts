import { type ModelRouter, OFFLINE, type RouterConnection } from '../../../consensus/model-router.ts'
import type { ProviderName } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  type ModelReply,
} from '../../../engine/index.ts'
import type { ProviderAccess } from '../providers/language-models.ts'

/** What a router is made of. */
export interface RouterParts {
  /** Whether the operator wants the stand-in whatever keys there are. */
  alwaysOffline: boolean
  access: Record<ProviderName, { apiKey: string | null; baseUrl: string | null }>
  offline: AskModel
  /** Which of the stand-in's voices plays a model. */
  voiceOf: (model: string) => string
  /** Opens the way to real models for one run. */
  openProviders: (accessTo: (call: ModelCall) => ProviderAccess) => AskModel
  onCall: (call: ModelCall, outcome: { servedBy: string; error: unknown } & Partial<CallCost>) => void
}

/**
 * Sends each call to its provider where there is a key for it, otherwise to the stand-in. Without a key for the routing
 * provider a server of one's own that speaks OpenAI's protocol takes its place, with the models' names as they are.
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
      const untold = new Set<ProviderName>()
      const providers = parts.openProviders(({ seat: { provider } }) => ({
        apiKey: keyFor(provider) ?? '',
        baseUrl: access[provider].baseUrl,
      }))
      async function ask(call: ModelCall): Promise<ModelReply> {
        const provider = serverOf(call.seat.provider)
        if (provider === OFFLINE) return parts.offline(call)
        const reply = await providers({ ...call, seat: { ...call.seat, provider } })
        if (!TELLS_COST[provider] && reply.costUsd === 0) untold.add(provider)
        return reply
      }
      return {
        servedBy: serverOf,
        nameOf: ({ provider, name, model }) =>
          serverOf(provider) === OFFLINE ? `offline voice “${parts.voiceOf(model)}” (for ${name})` : name,
        ask(call) {
          const tell = (error: unknown, cost: CallCost | null) =>
            parts.onCall(call, { servedBy: serverOf(call.seat.provider), error, ...cost })
          return ask(call).then(
            (reply) => {
              tell(null, reply)
              return reply
            },
            (error: unknown) => {
              tell(error, error instanceof ModelFailure ? error.spent : null)
              throw error
            },
          )
        },
        get warnings() {
          const warnings = [...untold].sort().map(untoldCost)
          if (alwaysOffline && routerKey !== null) warnings.unshift(KEY_NOT_USED)
          return warnings
        },
      }
    },
  }
}

/** Whether a provider says what a call cost; the vendors give tokens alone. */
const TELLS_COST: Record<ProviderName, boolean> = { openrouter: true, openai: false, anthropic: false }

const KEY_NOT_USED = 'The x-router-key was not used: this server is set to ROUTER=offline.'

function untoldCost(provider: ProviderName): string {
  return `What the calls to ${provider} cost is not in cost_usd: the provider gives tokens, not prices.`
}
