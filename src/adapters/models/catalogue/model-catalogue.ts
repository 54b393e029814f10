import {
  costAt,
  type ListedModel,
  type ModelCatalogue,
  type ModelPrice,
} from '../../../consensus/model-catalogue.ts'
import { type ModelIdentity, withoutPrefix, withPrefix } from '../../../consensus/model-router.ts'
import type { CallerKeys } from '../../../contract/panel.ts'
import type { CallCost, ModelReply } from '../../../engine/index.ts'
import { createLearned } from '../learned.ts'

export type LearningCatalogue = ReturnType<typeof createModelCatalogue>

/** What the dearest models have cost. */
const DEAREST: ModelPrice = { promptUsdPerMillion: 150, completionUsdPerMillion: 600, requestUsd: 0 }

/** Puts together what servers list and what their replies tell. */
export function createModelCatalogue(
  listAt: (server: string, callerKeys: CallerKeys | null) => KeptList | undefined,
  prices: ReadonlyMap<string, ModelPrice> = new Map(),
  { served } = createLearned(),
) {
  const list = async (server: string, callerKeys: CallerKeys | null = null) =>
    withPrices(server, (await listAt(server, callerKeys)?.get()) ?? null)
  const servedAs = (asked: ModelIdentity) => served.get(nameOf(asked.provider, asked.model))

  /** The price of the settings for a model, by the ids that people may write for it; null when there is none. */
  function priceSet(server: string, id: string): ModelPrice | null {
    const short = withoutPrefix(server, id)
    // The ids of a server of one's own may come without its name.
    const ids = [withPrefix(server, short), `${server}/${short}`, ...(server === 'openai' ? [id] : [])]
    const names = [...ids, ...ids.map((one) => one.replace(/\/.*/s, '/*'))]
    return names.map((name) => prices.get(name)).find((price) => price !== undefined) ?? null
  }

  function withPrices(server: string, models: ListedModel[] | null): ListedModel[] | null {
    if (prices.size === 0 || models === null) return models
    return models.map((model) => ({ ...model, price: priceSet(server, model.id) ?? model.price }))
  }

  /** Listed under the id it is asked by, with or without a prefix, or else under that of the model that answers. */
  function listedAmong<Name extends 'price' | 'inputs'>(
    models: ListedModel[] | null | undefined,
    name: Name,
    asked: ModelIdentity,
    server: string,
  ): NonNullable<ListedModel[Name]> | null {
    const listedAs = (id: string) => models?.find((model) => model.id === id)?.[name]
    return (
      listedAs(withoutPrefix(server, asked.model)) ??
      listedAs(asked.model) ??
      listedAs(servedAs(asked) ?? '') ??
      null
    )
  }

  const listed: ModelCatalogue = {
    list,
    known: (server, callerKeys) => withPrices(server, listAt(server, callerKeys)?.known() ?? null),
    async priceOf(asked, server) {
      return priceSet(server, asked.model) ?? listedAmong(await list(server), 'price', asked, server)
    },
    async inputsOf(asked, server) {
      return listedAmong(await list(server), 'inputs', asked, server)
    },
    servedAs,
  }
  return {
    ...listed,
    note(asked: ModelIdentity, { servedModel }: ModelReply): void {
      served.set(nameOf(asked.provider, asked.model), servedModel ?? asked.model)
    },
    /** A cost at the price known so far, if none was stated; who states nonsense counts as the dearest models do. */
    priced<Cost extends CallCost>(cost: Cost, asked: ModelIdentity, server: string): Cost {
      const { costUsd, promptTokens, completionTokens, isImplausible } = cost
      if (costUsd !== null || promptTokens + completionTokens === 0) return cost
      // What is known already: no call waits for a list.
      const price =
        priceSet(server, asked.model) ?? listedAmong(listed.known(server, null), 'price', asked, server)
      const used = price ?? (isImplausible ? DEAREST : null)
      return used === null ? cost : { ...cost, costUsd: costAt(used, cost), unpricedCalls: 0 }
    },
  }
}

function nameOf(provider: string, model: string): string {
  return `${provider}|${model}`
}

export type KeptList = ReturnType<typeof createKeptList>

interface ListParts {
  fetchList: () => Promise<ListedModel[]>
  now: () => number
  onFault: (error: unknown) => void
}

const KEPT_MS = 60 * 60 * 1000
/** A server that has no list, or is down, is not asked by every request. */
const FAILURE_KEPT_MS = 60 * 1000

/** Keeps a list for an hour, and the failure to fetch it for a minute; an old list is used while a new one is fetched. */
export function createKeptList({ fetchList, now, onFault }: ListParts) {
  let kept: ListedModel[] | null = null
  let fetchedNextAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | null = null

  async function refresh(): Promise<void> {
    try {
      kept = await fetchList()
      fetchedNextAt = now() + KEPT_MS
    } catch (error) {
      fetchedNextAt = now() + FAILURE_KEPT_MS
      onFault(error)
    } finally {
      fetching = null
    }
  }

  return {
    /** The list; null when it cannot be fetched now. */
    async get() {
      if (now() >= fetchedNextAt) fetching ??= refresh()
      if (kept === null) await fetching
      return kept
    },
    /** What was fetched so far; null when nothing was. */
    known: () => kept,
  }
}
