import { type ModelRouter, OFFLINE, type RouterConnection } from '../../../consensus/model-router.ts'
import type { ProviderName } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  type ModelReply,
} from '../../../engine/index.ts'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { LearningCatalogue } from '../catalogue/model-catalogue.ts'
import { type ProviderAccess, providerOf } from '../providers/protocols/protocols.ts'

/** What a router is made of. */
export interface RouterParts {
  /** Whether the operator wants the stand-in regardless of keys. */
  alwaysOffline: boolean
  access: Record<ProviderName, { apiKey: string | null; baseUrl: string | null }>
  catalogue: LearningCatalogue
  offline: AskModel
  /** Which voice of the stand-in answers for a model. */
  voiceOf: (model: string) => string
  /** Opens a connection to real models for one run. */
  openProviders: (accessTo: (call: ModelCall) => ProviderAccess) => AskModel
  onCall: (outcome: { servedBy: string; error: unknown } & Partial<CallCost>) => void
}

/**
 * Sends each call to its provider if there is a key for it, otherwise to the stand-in. Without a key for the routing
 * provider, a self-hosted OpenAI-compatible server takes its place, with the same model names.
 */
export function createModelRouter(parts: RouterParts): ModelRouter {
  const { access, alwaysOffline, catalogue } = parts

  /** A failure with its cost as far as it is known, and with the ids that may have been meant. */
  async function explained(failure: ModelFailure, seat: Seat, server: ProviderName): Promise<ModelFailure> {
    const { code, message, retryAfterMs } = failure
    const spent = failure.spent && catalogue.priced(failure.spent, seat, server)
    const nearest =
      code === 'model_not_found'
        ? await withTimeLimit(NEAREST_TIME_LIMIT_MS, catalogue.nearest(seat.model, server)).catch(() => [])
        : []
    const hint = nearest.length === 0 ? '' : ` (nearest known ids: ${nearest.join(', ')})`
    return new ModelFailure(code, message + hint, spent, retryAfterMs)
  }

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
        try {
          const reply = await providers({ ...call, seat: { ...call.seat, provider } })
          catalogue.note(call.seat, reply)
          return catalogue.priced(reply, call.seat, provider)
        } catch (error) {
          throw error instanceof ModelFailure ? await explained(error, call.seat, provider) : error
        }
      }
      return {
        servedBy: serverOf,
        nameOf: ({ provider, name, model }) =>
          serverOf(provider) === OFFLINE ? `offline voice “${parts.voiceOf(model)}” (for ${name})` : name,
        ask(call) {
          const notify = (error: unknown, cost: CallCost | null) =>
            parts.onCall({ servedBy: serverOf(providerOf(call.seat)), error, ...cost })
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

/** A failure must not wait long for a hint. */
const NEAREST_TIME_LIMIT_MS = 2_000

type Seat = ModelCall['seat']

const KEY_NOT_USED = 'The x-router-key was ignored: this server runs with ROUTER=offline.'
