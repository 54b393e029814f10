import type { ModelConfig } from '../../contract/panel.ts'
import type { ModelCatalogue, ModelPrice } from '../model-catalogue.ts'
import { OFFLINE } from '../model-router.ts'
import { type PanelRun, type PanelRunner, writerFor } from '../panel-runner.ts'

/** A model that may be asked, and its price; null when unknown. */
export interface PricedModel {
  model: ModelConfig
  price: ModelPrice | null
}

/** Who may be asked in a run. */
export interface PricedPanel {
  seats: PricedModel[]
  /** The writer, if it is not in the panel. */
  guest: PricedModel | null
}

/** The voices of the stand-in cost nothing. */
const FREE: ModelPrice = {
  promptUsdPerMillion: 0,
  completionUsdPerMillion: 0,
  requestUsd: 0,
  source: 'listed',
}

/** The prices of those who may be asked in a run. */
export async function panelPrices(
  { models, writer, routerKey }: Pick<PanelRun, 'models' | 'writer' | 'routerKey'>,
  { catalogue, routerOf }: { catalogue: Pick<ModelCatalogue, 'priceOf'>; routerOf: PanelRunner['routerOf'] },
): Promise<PricedPanel> {
  const priced = async (model: ModelConfig) => ({
    model,
    price: routerOf([model], routerKey) === OFFLINE ? FREE : await catalogue.priceOf(model),
  })
  const isGuest = writer !== null && !models.some(({ model }) => model === writer)
  const [guest, ...seats] = await Promise.all([
    isGuest ? priced(writerFor(writer, models)) : null,
    ...models.map(priced),
  ])
  return { guest, seats: seats.filter((seat) => seat !== null) }
}

/** Everybody who may be asked. */
export function everyoneIn({ seats, guest }: PricedPanel): PricedModel[] {
  return guest === null ? seats : [...seats, guest]
}

/** The identifiers of the models whose prices are unknown, each once. */
export function unpricedIn(panel: PricedPanel): string[] {
  const unknown = everyoneIn(panel).filter(({ price }) => price === null)
  return [...new Set(unknown.map(({ model }) => model.model))]
}
