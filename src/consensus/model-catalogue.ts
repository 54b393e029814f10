import type { ModelIdentity } from './model-router.ts'

/** What a model costs. */
export interface ModelPrice {
  promptUsdPerMillion: number
  completionUsdPerMillion: number
  /** What every call costs, whatever its tokens. */
  requestUsd: number
}

/** What is billed: tokens, and the requests that they took. */
interface Billed {
  promptTokens: number
  completionTokens: number
  calls?: number
}

/** What something costs at a price. */
export function costAt(price: ModelPrice, { promptTokens, completionTokens, calls = 1 }: Billed): number {
  const { promptUsdPerMillion: prompt, completionUsdPerMillion: completion, requestUsd } = price
  return (promptTokens * prompt + completionTokens * completion) / 1e6 + calls * requestUsd
}

/** A model that a provider lists. */
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
  /** The models of a server, by the ids that it knows them by; null when it has no list or cannot be reached. */
  list(server: string): Promise<ListedModel[] | null>
  /** The price of a model at the server that answers for it; null when unknown. */
  priceOf(model: ModelIdentity, server: string): Promise<ModelPrice | null>
  /** What a model takes besides text at the server that answers for it; null when unknown. */
  inputsOf(model: ModelIdentity, server: string): Promise<string[] | null>
  /** The ids most similar to an unknown one, most similar first; empty when there is no list, or the list has this id. */
  nearest(id: string, server: string): Promise<string[]>
  /** The concrete model that last answered for a model; its own id when none has. */
  servedAs(model: ModelIdentity): string
}
