import type { CallerKeys } from '../contract/panel.ts'
import type { CallCost } from '../engine/index.ts'
import { type ModelIdentity, type ModelRouter, ROUTED, withPrefix } from './model-router.ts'

export interface ModelPrice {
  promptUsdPerMillion: number
  completionUsdPerMillion: number
  /** What every call costs, whatever its tokens. */
  requestUsd: number
}

/** What tokens, and the requests that they took, cost at a price. */
export function costAt(
  price: ModelPrice,
  { promptTokens, completionTokens, calls = 1 }: Omit<CallCost, 'costUsd' | 'latencyMs'>,
): number {
  const { promptUsdPerMillion: prompt, completionUsdPerMillion: completion, requestUsd } = price
  return (promptTokens * prompt + completionTokens * completion) / 1e6 + calls * requestUsd
}

export interface ListedModel {
  id: string
  name: string | null
  contextLength: number | null
  /** When it was published, in milliseconds; absent when unknown. */
  createdAt?: number
  /** Null when unknown. */
  price: ModelPrice | null
  /** What it takes besides text, such as image and file; absent when unknown. */
  inputs?: string[]
}

/**
 * What each server offers, as far as it says, and what its replies tell. A list is fetched when first needed, and a start
 * goes on without it. Ask about models that are really called: for the offline stand-in nothing should be fetched.
 */
export interface ModelCatalogue {
  /** The models of a server, by the ids that it knows them by; null when it has no list or cannot be reached. A vendor may have another one for a caller's own key. */
  list(server: string, callerKeys?: CallerKeys | null): Promise<ListedModel[] | null>
  /** The same as far as it was fetched already; null when it was not. */
  known(server: string, callerKeys: CallerKeys | null): ListedModel[] | null
  /** The price of a model at the server that answers for it; null when unknown. */
  priceOf(model: ModelIdentity, server: string): Promise<ModelPrice | null>
  /** What a model takes besides text at the server that answers for it; null when unknown. */
  inputsOf(model: ModelIdentity, server: string): Promise<string[] | null>
  /** The concrete model that last answered for a model here; undefined when none has. */
  servedAs(model: ModelIdentity): string | undefined
}

/** The models that a caller can ask, by the ids to write. */
export interface AskableModels {
  models: ListedModel[]
  /** The servers whose lists could not be fetched. */
  unlisted: string[]
}

/** Lists the models of every server that a caller can ask. */
export async function listModels(
  { router, catalogue }: { router: ModelRouter; catalogue: Pick<ModelCatalogue, 'list'> },
  callerKeys: CallerKeys | null,
): Promise<AskableModels> {
  const models = new Map<string, ListedModel>()
  const unlisted: string[] = []
  const servers = router.servers(callerKeys)
  const lists = await Promise.all(servers.map((server) => catalogue.list(server, callerKeys)))
  for (const [place, server] of servers.entries()) {
    const list = lists[place]!
    if (list === null) unlisted.push(server)
    for (const model of list ?? []) {
      const id = idToWrite(router, server, model.id, callerKeys)
      if (id !== null && !models.has(id)) models.set(id, { ...model, id })
    }
  }
  return { models: [...models.values()], unlisted }
}

/**
 * The id by which a model that a server lists is asked for there: with the prefix of the server, unless it goes there
 * without one; null for a model of the routing provider that goes elsewhere, because its vendor has a key.
 */
export function idToWrite(router: ModelRouter, server: string, id: string, callerKeys: CallerKeys | null) {
  const provider = router.providerOf(id, callerKeys)
  if (server === ROUTED) return provider === ROUTED ? id : null
  // Only a self-hosted server takes ids that do not name it; those of others may begin with its name by chance. What
  // begins with the name of this service would be taken for a panel.
  const isOwn =
    server === 'openai' &&
    !id.startsWith('stretto/') &&
    router.connect(callerKeys).servedBy({ provider, model: id }) === server
  return isOwn ? id : withPrefix(server, id)
}
