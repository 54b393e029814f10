import { LRUCache } from 'lru-cache'
import {
  type ModelIdentity,
  type ModelRouter,
  OFFLINE,
  type RouterConnection,
} from '../../../consensus/model-router.ts'
import {
  prefixFor,
  providerNamed,
  ROUTED,
  vendorNamed,
  withoutPrefix,
} from '../../../consensus/provider-prefix.ts'
import type { Fields, SingleModels } from '../../../consensus/single-model.ts'
import { PROVIDERS } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  NEVER_MADE,
} from '../../../engine/index.ts'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { LearningCatalogue } from '../catalogue/model-catalogue.ts'
import type { ProviderAccess } from '../providers/protocols/protocols.ts'
import type { AskSingle } from '../providers/single-model.ts'

/** The key for a server and its address; a server without a key is not asked. */
interface ServerAccess {
  apiKey: string | null
  /** Null for the provider's own address. */
  baseUrl: string | null
}

/** What a router is made of. */
export interface RouterParts {
  /** Whether the operator wants the stand-in regardless of keys. */
  alwaysOffline: boolean
  /** The providers that every server knows, and the endpoints of this one, in the order in which they are listed. */
  access: ReadonlyMap<string, ServerAccess>
  catalogue: LearningCatalogue
  /** Opens the stand-in for one run. */
  openOffline: () => AskModel
  /** Which voice of the stand-in answers for a model. */
  voiceOf: (model: string) => string
  /** Opens a connection to real models for one run. */
  openProviders: (accessTo: (call: ModelCall) => ProviderAccess) => AskModel
  /** Asks one model for somebody who wants no panel. */
  askSingle: AskSingle
  /** The end of a call; the error and the cost are null where there is none. */
  onCall: (servedBy: string, error: unknown, cost: CallCost | null) => void
}

/** How a model is asked at a server. */
interface Asking<Reply> {
  server: string
  /** Its id as the caller wrote it. */
  full: string
  askFor: (model: string) => Promise<Reply>
  /** Whether a part of the answer has been sent to the caller, which cannot be taken back. */
  hasBegun: () => boolean
}

/** A server that speaks OpenAI's protocol at an address of the operator's. */
const OWN_SERVER = 'openai'
const KNOWN: readonly string[] = PROVIDERS
const MOST_FULL_IDS = 1_000

/**
 * Sends each call to its provider if there is a key for it, otherwise to the stand-in. Without a key for the routing
 * provider, the vendor that an id names takes its place, or a self-hosted OpenAI-compatible server with the same ids.
 */
export function createModelRouter(parts: RouterParts): ModelRouter & { single: SingleModels } {
  const { access, alwaysOffline, catalogue } = parts
  const hasKey = (server: string) => !alwaysOffline && (access.get(server)?.apiKey ?? null) !== null
  const hasOwnServer = (access.get(OWN_SERVER)?.baseUrl ?? null) !== null
  /** The ids that a self-hosted server knows with their prefix. */
  const fullIds = new LRUCache<string, true>({ max: MOST_FULL_IDS })

  function providerOf(id: string, routerKey: string | null): string {
    const named = providerNamed(id)
    if (named === null || !hasKey(named)) return ROUTED
    return routerKey !== null && KNOWN.includes(named) ? ROUTED : named
  }

  function serverOf({ provider, model }: ModelIdentity, routerKey: string | null): string {
    if (alwaysOffline) return OFFLINE
    if (hasKey(provider) || (provider === ROUTED && routerKey !== null)) return provider
    if (provider !== ROUTED) return OFFLINE
    const named = providerOf(model, null)
    if (named !== ROUTED) return named
    return hasOwnServer ? OWN_SERVER : OFFLINE
  }

  /** A failure with its cost as far as it is known, and with the ids that may have been meant. */
  async function explained(
    failure: ModelFailure,
    seat: ModelIdentity,
    server: string,
  ): Promise<ModelFailure> {
    const { code, message, retryAfterMs } = failure
    const spent = failure.spent && catalogue.priced(failure.spent, seat, server)
    const nearest =
      code === 'model_not_found'
        ? await withTimeLimit(NEAREST_TIME_LIMIT_MS, catalogue.nearest(seat.model, server)).catch(() => [])
        : []
    const hint = nearest.length === 0 ? '' : ` (nearest known ids: ${nearest.join(', ')})`
    return new ModelFailure(code, message + hint, spent, retryAfterMs)
  }

  /**
   * Asks a server for a model by the id that it knows it by. A self-hosted server may know it by its full id, such as
   * `openai/gpt-oss-20b`: if it does not know the short one, it is asked once more, unless an answer has begun.
   */
  async function askAt<Reply>({ server, full, askFor, hasBegun }: Asking<Reply>): Promise<Reply> {
    const short = withoutPrefix(server, full)
    const mayBeFull = server === OWN_SERVER && hasOwnServer && short !== full
    if (mayBeFull && fullIds.get(full)) return askFor(full)
    try {
      return await askFor(short)
    } catch (error) {
      const isUnknown = error instanceof ModelFailure && error.code === 'model_not_found'
      if (!mayBeFull || !isUnknown || hasBegun()) throw error
      const reply = await askFor(full).catch((other: unknown) => {
        throw other instanceof ModelFailure && other.code === 'model_not_found' ? error : other
      })
      fullIds.set(full, true)
      return reply
    }
  }

  /** Rejects images and files for a model that is known not to take them; where nothing is known, it is tried. */
  async function requireInputs({ seat, messages }: ModelCall, server: string): Promise<void> {
    const kinds = messages.flatMap(({ attachments = [] }) => attachments.map(({ kind }) => kind))
    const taken = kinds.length === 0 ? null : await catalogue.inputsOf(seat, server)
    const missing = taken && kinds.find((kind) => !taken.includes(kind))
    if (missing)
      throw new ModelFailure('unsupported_input', `${seat.model} does not take ${missing}s.`, NEVER_MADE)
  }

  const keyFor = (server: string, routerKey: string | null): ProviderAccess => {
    const { apiKey = null, baseUrl = null } = access.get(server) ?? {}
    return { apiKey: (server === ROUTED ? routerKey : null) ?? apiKey ?? '', baseUrl }
  }

  const single: SingleModels = {
    serverOf(id, routerKey) {
      const server = serverOf({ provider: providerOf(id, routerKey), model: id }, routerKey)
      return server === OFFLINE ? null : server
    },
    async ask(call) {
      const { model: full, routerKey, onChunk } = call
      let hasBegun = false
      const following = onChunk && {
        onChunk(chunk: Fields) {
          hasBegun = true
          onChunk(chunk)
        },
      }
      const seat = { provider: providerOf(full, routerKey), model: full }
      const server = serverOf(seat, routerKey)
      try {
        const access = keyFor(server, routerKey)
        const askFor = (model: string) =>
          parts.askSingle({ server, model, access }, { ...call, ...following })
        const reply = await askAt({ server, full, askFor, hasBegun: () => hasBegun })
        const spent = catalogue.priced(reply.spent, seat, server)
        parts.onCall(server, null, spent)
        return { ...reply, spent }
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error
        const failure = await explained(error, seat, server)
        parts.onCall(server, failure, failure.spent)
        throw failure
      }
    },
  }

  return {
    providerOf,
    single,

    servers(routerKey) {
      const others = [...access.keys()].filter((server) => server !== ROUTED && hasKey(server))
      const isRouted = hasKey(ROUTED) || (routerKey !== null && !alwaysOffline)
      const direct = routerKey === null ? others : others.filter((server) => !KNOWN.includes(server))
      return isRouted ? [...direct, ROUTED] : direct
    },

    connect(routerKey): RouterConnection {
      const servedBy = (model: ModelIdentity) => serverOf(model, routerKey)
      const offline = parts.openOffline()
      const providers = parts.openProviders(({ seat: { provider } }) => keyFor(provider, routerKey))
      async function ask(call: ModelCall): Promise<ModelReply> {
        const { seat } = call
        const server = servedBy(seat)
        if (server === OFFLINE) return offline(call)
        await requireInputs(call, server)
        try {
          const askFor = (model: string) =>
            providers(
              model === seat.model && server === seat.provider
                ? call
                : { ...call, seat: { ...seat, provider: server, model } },
            )
          // What a seat says counts only when it is whole.
          const reply = await askAt({ server, full: seat.model, askFor, hasBegun: () => false })
          catalogue.note(seat, reply)
          return catalogue.priced(reply, seat, server)
        } catch (error) {
          throw error instanceof ModelFailure ? await explained(error, seat, server) : error
        }
      }
      return {
        servedBy,
        vendorOf(model) {
          const server = servedBy(model)
          if (server === ROUTED) return vendorNamed(model.model)
          const isVendor = KNOWN.includes(server) && !(server === OWN_SERVER && hasOwnServer)
          return isVendor ? prefixFor(server) : null
        },
        nameOf: ({ provider, name, model }) =>
          servedBy({ provider, model }) === OFFLINE
            ? `offline voice “${parts.voiceOf(model)}” (for ${name})`
            : name,
        ask(call) {
          const notify = (error: unknown, cost: CallCost | null) =>
            parts.onCall(servedBy(call.seat), error, cost)
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

const KEY_NOT_USED = 'The x-router-key was ignored: this server runs with ROUTER=offline.'
