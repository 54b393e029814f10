import { costAt, type ModelCatalogue, type ModelPrice } from '../../../consensus/model-catalogue.ts'
import type { ModelIdentity } from '../../../consensus/reliability.ts'
import type { ProviderName } from '../../../contract/panel.ts'
import type { CallCost, ModelReply } from '../../../engine/index.ts'
import { createBoundedCache } from '../../../utils/bounded-cache.ts'
import type { KeptList } from './kept-list.ts'
import { nearestIds } from './nearest-ids.ts'
import { createObservedPrices } from './observed-prices.ts'

/** A catalogue that learns from replies. */
export interface LearningCatalogue extends ModelCatalogue {
  /** Notes which model answered, and what it cost. */
  note(asked: ModelIdentity, reply: ModelReply): void
  /** A cost with what its tokens and requests cost at the price known so far, if the provider did not state it. */
  priced<Cost extends CallCost>(cost: Cost, asked: ModelIdentity, server: ProviderName): Cost
}

interface CatalogueParts {
  /** The servers that may have a list. */
  lists: Partial<Record<ProviderName, KeptList>>
  /** The server that takes the calls to the routing provider. */
  routing: ProviderName
}

const MOST_MODELS = 10_000

/** Puts together what servers list and what their replies tell. */
export function createModelCatalogue({ lists, routing }: CatalogueParts): LearningCatalogue {
  const observed = createObservedPrices()
  const served = createBoundedCache<string, string>(MOST_MODELS)
  const listAt = (server: string): KeptList | undefined => lists[server as ProviderName]
  const servedAs = (asked: ModelIdentity) => served.get(nameOf(asked.provider, asked.model)) ?? asked.model

  /** Listed under the id it is asked by, or else under that of the model that answers; otherwise what it cost before. */
  function priceFrom(models: Array<{ id: string; price: ModelPrice | null }>, asked: ModelIdentity) {
    const concrete = servedAs(asked)
    const listed = (id: string) => models.find((model) => model.id === id)?.price
    return listed(asked.model) ?? listed(concrete) ?? observed.of(nameOf(asked.provider, concrete))
  }

  /** What calls to the routing provider by this id cost before. */
  function seen(id: string): ModelPrice | null {
    const concrete = servedAs({ provider: 'openrouter', model: id })
    return observed.of(nameOf('openrouter', concrete))
  }

  return {
    async list(server = routing) {
      const models = await listAt(server)?.get()
      return models?.map((model) => ({ ...model, price: model.price ?? seen(model.id) })) ?? null
    },
    async priceOf(asked) {
      const server = asked.provider === 'openrouter' ? routing : asked.provider
      return priceFrom((await listAt(server)?.get()) ?? [], asked)
    },
    async nearest(id, server = routing) {
      const ids = ((await listAt(server)?.get()) ?? []).map((model) => model.id)
      return ids.includes(id) ? [] : nearestIds(id, ids)
    },
    servedAs,
    note(asked, reply) {
      const { servedModel } = reply
      if (servedModel !== undefined) served.set(nameOf(asked.provider, asked.model), servedModel)
      observed.note(nameOf(asked.provider, servedModel ?? asked.model), reply)
    },
    priced(cost, asked, server) {
      const { costUsd, promptTokens, completionTokens } = cost
      if (costUsd !== null || promptTokens + completionTokens === 0) return cost
      // What is known already: no call waits for a list.
      const price = priceFrom(listAt(server)?.known() ?? [], asked)
      return price === null ? cost : { ...cost, costUsd: costAt(price, cost) }
    },
  }
}

function nameOf(provider: string, model: string): string {
  return `${provider}|${model}`
}
