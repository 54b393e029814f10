import {
  type ModelIdentity,
  type ModelRouter,
  OFFLINE,
  prefixFor,
  providerNamed,
  ROUTED,
  type RouterConnection,
  vendorNamed,
  withoutPrefix,
} from '../../../consensus/model-router.ts'
import { type CallerKeys, callerKeyFor, PROVIDERS } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  NEVER_MADE,
} from '../../../engine/index.ts'
import type { ServerAccess } from '../catalogue/fetch-model-list.ts'
import type { LearningCatalogue } from '../catalogue/model-catalogue.ts'
import type { Learned } from '../learned.ts'
import type { ProviderAccess } from '../providers/protocols/protocol.ts'

export interface RouterParts {
  alwaysOffline: boolean
  /** The providers and endpoints in the order in which they are listed; one without a key is not asked. */
  access: ReadonlyMap<string, ServerAccess>
  catalogue: LearningCatalogue
  learned: Pick<Learned, 'fullIds'>
  offline: AskModel
  voiceOf: (model: string) => string
  /** Opens a connection to real models for one run, when one of them is asked. */
  openProviders: (accessTo: (call: ModelCall) => ProviderAccess) => () => Promise<AskModel>
  /** The end of a call; the error and the cost are null where there is none. */
  onCall: (servedBy: string, error: unknown, cost: CallCost | null) => void
}

/** A server that speaks OpenAI's protocol at an address of the operator's. */
const OWN_SERVER = 'openai'
const KNOWN: readonly string[] = PROVIDERS

/** Sends each call where there is a key for it: to the vendor of an id, the router, one's own server, or the stand-in. */
export function createModelRouter(parts: RouterParts): ModelRouter {
  const { access, alwaysOffline, catalogue } = parts
  const { fullIds } = parts.learned
  const hasKey = (server: string) => !alwaysOffline && (access.get(server)?.apiKey ?? null) !== null
  const hasOwnServer = () => (access.get(OWN_SERVER)?.baseUrl ?? null) !== null

  const ownKey = (server: string, callerKeys: CallerKeys | null): string | undefined =>
    alwaysOffline ? undefined : callerKeyFor(server, callerKeys)

  function providerOf(id: string, callerKeys: CallerKeys | null): string {
    const named = providerNamed(id)
    if (named === null) return ROUTED
    if (ownKey(named, callerKeys) !== undefined) return named
    if (!hasKey(named)) return ROUTED
    return ownKey(ROUTED, callerKeys) !== undefined && KNOWN.includes(named) ? ROUTED : named
  }

  function serverOf({ provider, model }: ModelIdentity, callerKeys: CallerKeys | null): string {
    if (alwaysOffline) return OFFLINE
    if (hasKey(provider) || ownKey(provider, callerKeys) !== undefined) return provider
    if (provider !== ROUTED) return OFFLINE
    const named = providerOf(model, callerKeys)
    if (named !== ROUTED) return named
    return hasOwnServer() ? OWN_SERVER : OFFLINE
  }

  function priced(failure: ModelFailure, seat: ModelIdentity, server: string): ModelFailure {
    const { code, message, spent, retryAfterMs } = failure
    return new ModelFailure(code, message, spent && catalogue.priced(spent, seat, server), retryAfterMs)
  }

  /** The ids to ask a server for a model by, one after the other: one of the operator's own may know the full id. */
  function idsAt(server: string, full: string): string[] {
    const short = withoutPrefix(server, full)
    if (server !== OWN_SERVER || !hasOwnServer() || short === full) return [short]
    return fullIds.get(full) ? [full] : [short, full]
  }

  /** Rejects images and files for a model that is known not to take them; where nothing is known, it is tried. */
  async function requireInputs({ seat, messages }: ModelCall, server: string): Promise<void> {
    const kinds = messages.flatMap(({ attachments = [] }) => attachments.map(({ kind }) => kind))
    const taken = kinds.length === 0 ? null : await catalogue.inputsOf(seat, server)
    const missing = taken && kinds.find((kind) => !taken.includes(kind))
    if (missing)
      throw new ModelFailure('unsupported_input', `${seat.model} does not take ${missing}s.`, NEVER_MADE)
  }

  const keyFor = (server: string, callerKeys: CallerKeys | null): ProviderAccess => {
    const { apiKey = null, baseUrl = null } = access.get(server) ?? {}
    const own = ownKey(server, callerKeys)
    return own !== undefined ? callerAccess(access, server, own) : { apiKey: apiKey ?? '', baseUrl }
  }

  return {
    providerOf,

    servers(callerKeys) {
      const isOwn = (server: string) => ownKey(server, callerKeys) !== undefined
      // With a key for the routing provider, its caller pays for the models of vendors there.
      const isCovered = (server: string) => isOwn(ROUTED) && server !== ROUTED && KNOWN.includes(server)
      const all = [...access.keys()].filter(
        (server) => isOwn(server) || (hasKey(server) && !isCovered(server)),
      )
      return [...all.filter((server) => server !== ROUTED), ...all.filter((server) => server === ROUTED)]
    },

    connect(callerKeys): RouterConnection {
      const servedBy = (model: ModelIdentity) => serverOf(model, callerKeys)
      const providers = parts.openProviders(({ seat: { provider } }) => keyFor(provider, callerKeys))

      async function askServer(call: ModelCall, server: string): Promise<ModelReply> {
        const { seat } = call
        await requireInputs(call, server)
        const askProvider = await providers()
        let unknown: unknown = null
        for (const model of idsAt(server, seat.model)) {
          const isSame = model === seat.model && server === seat.provider
          try {
            const reply = await askProvider(
              isSame ? call : { ...call, seat: { ...seat, provider: server, model } },
            )
            if (unknown !== null) fullIds.set(model, true)
            catalogue.note(seat, reply)
            return catalogue.priced(reply, seat, server)
          } catch (error) {
            if (!(error instanceof ModelFailure)) throw error
            if (error.code !== 'model_not_found') throw priced(error, seat, server)
            unknown ??= error
          }
        }
        throw priced(unknown as ModelFailure, seat, server)
      }

      return {
        servedBy,
        vendorOf(model) {
          const server = servedBy(model)
          if (server === ROUTED) return vendorNamed(model.model)
          const isOperators =
            server === OWN_SERVER && ownKey(server, callerKeys) === undefined && hasOwnServer()
          const isVendor = KNOWN.includes(server) && !isOperators
          return isVendor ? prefixFor(server) : null
        },
        nameOf: ({ provider, name, model }) =>
          servedBy({ provider, model }) === OFFLINE
            ? `offline voice “${parts.voiceOf(model)}” (for ${name})`
            : name,
        async ask(call) {
          const server = servedBy(call.seat)
          try {
            const reply = await (server === OFFLINE ? parts.offline(call) : askServer(call, server))
            parts.onCall(server, null, reply)
            return reply
          } catch (error) {
            parts.onCall(server, error, error instanceof ModelFailure ? error.spent : null)
            throw error
          }
        },
        warnings: alwaysOffline && callerKeys !== null ? [KEY_NOT_USED] : [],
      }
    },
  }
}

/** Where a caller's own key goes: that for OpenAI is not for the server that the operator has in its place. */
export function callerAccess(access: RouterParts['access'], server: string, apiKey: string): ProviderAccess {
  return { apiKey, baseUrl: server === OWN_SERVER ? null : (access.get(server)?.baseUrl ?? null) }
}

const KEY_NOT_USED = 'Your own keys for models were ignored: this server runs with ROUTER=offline.'
