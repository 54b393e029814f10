import { LRUCache } from 'lru-cache'
import { costAt, type ListedModel, type ModelCatalogue } from '../../../consensus/model-catalogue.ts'
import type { ModelIdentity } from '../../../consensus/model-router.ts'
import { withoutPrefix, withPrefix } from '../../../consensus/provider-prefix.ts'
import type { CallCost, ModelReply } from '../../../engine/index.ts'
import type { KeptList } from './kept-list.ts'
import { nearestIds } from './nearest-ids.ts'

/** A catalogue that learns from replies. */
export interface LearningCatalogue extends ModelCatalogue {
  /** Notes which model answered. */
  note(asked: ModelIdentity, reply: ModelReply): void
  /** A cost with what its tokens and requests cost at the price known so far, if the provider did not state it. */
  priced<Cost extends CallCost>(cost: Cost, asked: ModelIdentity, server: string): Cost
}

const MOST_MODELS = 10_000

/** Puts together what servers list and what their replies tell. */
export function createModelCatalogue(lists: ReadonlyMap<string, KeptList>): LearningCatalogue {
  const served = new LRUCache<string, string>({ max: MOST_MODELS })
  const list = async (server: string) => (await lists.get(server)?.get()) ?? null
  const servedAs = (asked: ModelIdentity) => served.get(nameOf(asked.provider, asked.model)) ?? asked.model

  /** Listed under the id it is asked by, with or without a prefix, or else under that of the model that answers. */
  function listedAmong<Name extends 'price' | 'inputs'>(
    models: ListedModel[] | null | undefined,
    name: Name,
    asked: ModelIdentity,
    server: string,
  ): NonNullable<ListedModel[Name]> | null {
    const listed = (id: string) => models?.find((model) => model.id === id)?.[name]
    return (
      listed(withoutPrefix(server, asked.model)) ?? listed(asked.model) ?? listed(servedAs(asked)) ?? null
    )
  }

  return {
    list,
    async priceOf(asked, server) {
      return listedAmong(await list(server), 'price', asked, server)
    },
    async inputsOf(asked, server) {
      return listedAmong(await list(server), 'inputs', asked, server)
    },
    async nearest(id, server) {
      const ids = ((await list(server)) ?? []).map((model) => model.id)
      const known = withoutPrefix(server, id)
      if (ids.includes(known) || ids.includes(id)) return []
      const nearest = nearestIds(known, ids)
      return known === id ? nearest : nearest.map((one) => withPrefix(server, one))
    },
    servedAs,
    note(asked, { servedModel }) {
      if (servedModel !== undefined) served.set(nameOf(asked.provider, asked.model), servedModel)
    },
    priced(cost, asked, server) {
      const { costUsd, promptTokens, completionTokens } = cost
      if (costUsd !== null || promptTokens + completionTokens === 0) return cost
      // What is known already: no call waits for a list.
      const price = listedAmong(lists.get(server)?.known(), 'price', asked, server)
      return price === null ? cost : { ...cost, costUsd: costAt(price, cost) }
    },
  }
}

function nameOf(provider: string, model: string): string {
  return `${provider}|${model}`
}
