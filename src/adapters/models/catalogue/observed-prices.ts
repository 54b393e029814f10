import type { ModelPrice } from '../../../consensus/model-catalogue.ts'
import type { CallCost } from '../../../engine/index.ts'
import { createBoundedCache } from '../../../utils/bounded-cache.ts'

/** What calls cost, by the name of a model. */
export interface ObservedPrices {
  note(model: string, cost: CallCost): void
  /** The price that explains the costs seen; null when none was seen. */
  of(model: string): ModelPrice | null
}

/** The sums from which a price per token of either kind is computed. */
const NOTHING = {
  prompt: 0,
  completion: 0,
  cost: 0,
  promptSquared: 0,
  completionSquared: 0,
  product: 0,
  promptCost: 0,
  completionCost: 0,
}
type Sums = typeof NOTHING

const MOST_MODELS = 10_000
const MILLION = 1e6
/** If the calls are this much alike, their costs do not tell prompts from replies. */
const ALIKE = 1e-6

/** Learns prices from calls whose cost the provider stated. */
export function createObservedPrices(): ObservedPrices {
  const seen = createBoundedCache<string, Sums>(MOST_MODELS)
  return {
    note(model, { promptTokens: prompt, completionTokens: completion, costUsd: cost, unpricedCalls = 0 }) {
      if (cost === null || unpricedCalls > 0 || prompt + completion === 0) return
      const sums = seen.get(model) ?? { ...NOTHING }
      sums.prompt += prompt
      sums.completion += completion
      sums.cost += cost
      sums.promptSquared += prompt ** 2
      sums.completionSquared += completion ** 2
      sums.product += prompt * completion
      sums.promptCost += prompt * cost
      sums.completionCost += completion * cost
      seen.set(model, sums)
    },
    of(model) {
      const sums = seen.get(model)
      return sums === undefined ? null : priceFrom(sums)
    },
  }
}

/**
 * The prices per token that fit the costs best, by least squares: cost = prompt tokens × a + completion tokens × b. One
 * price for both where the calls do not tell them apart.
 */
function priceFrom(sums: Sums): ModelPrice {
  const { promptSquared, completionSquared, product, promptCost, completionCost } = sums
  const determinant = promptSquared * completionSquared - product ** 2
  const prompt = (promptCost * completionSquared - completionCost * product) / determinant
  const completion = (completionCost * promptSquared - promptCost * product) / determinant
  const isTold = determinant > ALIKE * promptSquared * completionSquared && prompt >= 0 && completion >= 0
  const mean = sums.cost / (sums.prompt + sums.completion)
  return {
    promptUsdPerMillion: (isTold ? prompt : mean) * MILLION,
    completionUsdPerMillion: (isTold ? completion : mean) * MILLION,
    // A fee is part of what was seen per token.
    requestUsd: 0,
    source: 'observed',
  }
}
