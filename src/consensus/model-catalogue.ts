import type { ProviderName } from '../contract/panel.ts'

/** What a model costs. */
export interface ModelPrice {
  promptUsdPerMillion: number
  completionUsdPerMillion: number
  /** listed: from the list of the provider; observed: from what earlier calls cost. */
  source: 'listed' | 'observed'
}

/** A model that a provider lists. */
export interface ListedModel {
  id: string
  name: string | null
  contextLength: number | null
  /** Null when unknown. */
  price: ModelPrice | null
}

/** What the routing provider offers, as far as it says. Fetched when first needed, and never needed to start. */
export interface ModelCatalogue {
  /** The models of the routing provider; null when it has no list or cannot be reached. */
  list(): Promise<ListedModel[] | null>
  /** The price of a model; null when unknown. */
  priceOf(model: { provider: ProviderName; model: string }): Promise<ModelPrice | null>
  /** The ids most similar to an unknown one, most similar first; empty when there is no list. */
  nearest(id: string): Promise<string[]>
}
