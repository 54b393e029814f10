import type { ModelIdentity } from '../../../consensus/ledger/counted-run.ts'
import {
  costAt,
  type ListedModel,
  type ModelCatalogue,
  type ModelPrice,
} from '../../../consensus/model-catalogue.ts'
import type { ProviderName } from '../../../contract/panel.ts'
import type { CallCost, ModelReply } from '../../../engine/index.ts'
import { createBoundedCache } from '../../../utils/bounded-cache.ts'
import type { KeptList } from './kept-list.ts'
import { nearestIds } from './nearest-ids.ts'

/** A catalogue that learns from replies. */
export interface LearningCatalogue extends ModelCatalogue {
  /** Notes which model answered. */
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
  const served = createBoundedCache<string, string>(MOST_MODELS)
  const listAt = (server: string): KeptList | undefined => lists[server as ProviderName]
  const list = async (server: string = routing) => (await listAt(server)?.get()) ?? null
  const servedAs = (asked: ModelIdentity) => served.get(nameOf(asked.provider, asked.model)) ?? asked.model

  /** Listed under the id it is asked by, or else under that of the model that answers. */
  function priceFrom(models: ListedModel[] | null | undefined, asked: ModelIdentity): ModelPrice | null {
    const listed = (id: string) => models?.find((model) => model.id === id)?.price
    return listed(asked.model) ?? listed(servedAs(asked)) ?? null
  }

  return {
    list,
    async priceOf(asked) {
      return priceFrom(await list(asked.provider === 'openrouter' ? routing : asked.provider), asked)
    },
    async nearest(id, server) {
      const ids = ((await list(server)) ?? []).map((model) => model.id)
      return ids.includes(id) ? [] : nearestIds(id, ids)
    },
    servedAs,
    note(asked, { servedModel }) {
      if (servedModel !== undefined) served.set(nameOf(asked.provider, asked.model), servedModel)
    },
    priced(cost, asked, server) {
      const { costUsd, promptTokens, completionTokens } = cost
      if (costUsd !== null || promptTokens + completionTokens === 0) return cost
      // What is known already: no call waits for a list.
      const price = priceFrom(listAt(server)?.known(), asked)
      return price === null ? cost : { ...cost, costUsd: costAt(price, cost) }
    },
  }
}

function nameOf(provider: string, model: string): string {
  return `${provider}|${model}`
}
