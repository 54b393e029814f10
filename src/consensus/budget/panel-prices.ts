import type { ModelConfig } from '../../contract/panel.ts'
import type { ModelCatalogue, ModelPrice } from '../model-catalogue.ts'
import { type ModelRouter, OFFLINE } from '../model-router.ts'
import { guestOf, type PanelRun, type PanelRunner } from '../panel-runner.ts'

/** A model that may be asked, and its price; null when unknown. */
export interface PricedModel {
  model: ModelConfig
  price: ModelPrice | null
}

/** Who may be asked in a run. */
export interface PricedPanel {
  seats: PricedModel[]
  /** The writer and the reader, if they are not in the panel. */
  writer: PricedModel | null
  reader: PricedModel | null
}

/** The voices of the stand-in cost nothing. */
const FREE: ModelPrice = { promptUsdPerMillion: 0, completionUsdPerMillion: 0, requestUsd: 0 }

/** What prices are found by. */
export interface PriceParts {
  catalogue: Pick<ModelCatalogue, 'priceOf'>
  routerOf: PanelRunner['routerOf']
  providerOf: ModelRouter['providerOf']
}

/** The prices of those who may be asked in a run. */
export async function panelPrices(
  { models, writer, reader, routerKey }: Pick<PanelRun, 'models' | 'writer' | 'reader' | 'routerKey'>,
  { catalogue, routerOf, providerOf }: PriceParts,
): Promise<PricedPanel> {
  const priced = async (model: ModelConfig) => {
    const server = routerOf([model], routerKey)
    return { model, price: server === OFFLINE ? FREE : await catalogue.priceOf(model, server) }
  }
  const guest = async (name: string | null) =>
    name === null || models.some(({ model }) => model === name)
      ? null
      : priced(guestOf(name, models, providerOf(name, routerKey)))
  const [writing, reading, seats] = await Promise.all([
    guest(writer),
    guest(reader),
    Promise.all(models.map(priced)),
  ])
  return { seats, writer: writing, reader: reading }
}

/** The panel, and a guest of it if there is one. */
export function withGuest(seats: PricedModel[], guest: PricedModel | null): PricedModel[] {
  return guest === null ? seats : [...seats, guest]
}

/** Everybody who may be asked. */
export function everyoneIn({ seats, writer, reader }: PricedPanel): PricedModel[] {
  return withGuest(withGuest(seats, writer), reader)
}

/** The identifiers of the models whose prices are unknown, each once. */
export function unpricedIn(panel: PricedPanel): string[] {
  const unknown = everyoneIn(panel).filter(({ price }) => price === null)
  return [...new Set(unknown.map(({ model }) => model.model))]
}
