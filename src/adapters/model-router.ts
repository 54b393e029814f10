import { type ModelRouter, OFFLINE, type RouterConnection } from '../consensus/model-router.ts'
import type { ProviderName } from '../contract/panel.ts'
import type { AskModel, ModelCall } from '../engine/model-port.ts'
import type { ProviderAccess } from './providers/language-models.ts'

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
  onCall: (
    call: ModelCall,
    outcome: { servedBy: string; error: unknown } & Partial<Awaited<ReturnType<AskModel>>>,
  ) => void
}

/** Sends each call to its provider where there is a key for it, otherwise to the stand-in. */
export function createModelRouter(parts: RouterParts): ModelRouter {
  return {
    connect(routerKey): RouterConnection {
      const keyFor = (provider: ProviderName): string | null => {
        if (parts.alwaysOffline) return null
        return (provider === 'openrouter' ? routerKey : null) ?? parts.access[provider].apiKey
      }
      const servedBy = (provider: ProviderName) => (keyFor(provider) === null ? OFFLINE : provider)
      const untold = new Set<ProviderName>()
      const providers = parts.openProviders(({ seat: { provider } }) => ({
        apiKey: keyFor(provider) ?? '',
        baseUrl: parts.access[provider].baseUrl,
      }))
      return {
        servedBy,
        nameOf: ({ provider, name, model }) =>
          servedBy(provider) === OFFLINE ? `offline voice “${parts.voiceOf(model)}” (for ${name})` : name,
        async ask(call) {
          const server = servedBy(call.seat.provider)
          try {
            const reply = await (server === OFFLINE ? parts.offline : providers)(call)
            if (server !== OFFLINE && !TELLS_COST[call.seat.provider]) untold.add(call.seat.provider)
            parts.onCall(call, { servedBy: server, error: null, ...reply })
            return reply
          } catch (error) {
            parts.onCall(call, { servedBy: server, error })
            throw error
          }
        },
        get warnings() {
          const warnings = [...untold].sort().map(untoldCost)
          if (parts.alwaysOffline && routerKey !== null) warnings.unshift(KEY_NOT_USED)
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
