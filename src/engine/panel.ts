import type { ModelConfig } from '../contract/panel.ts'
import { stableShuffle } from './stable-hash.ts'

/** One model's place in the panel. */
export interface Seat extends ModelConfig {
  /** Tells seats apart, also two of the same model; does not depend on the order of the request. */
  key: string
}

/**
 * Seats the models in an order drawn from the query, so that neither the order of the request nor
 * the alphabet decides a tie; nor what a seat is called, which differs between the two APIs.
 */
export function seatPanel(models: ModelConfig[], query: string): Seat[] {
  const taken = new Map<string, number>()
  const seats = models.map((model) => {
    const identity = [model.provider, model.model, model.name, model.temperature].join('|')
    const occurrence = (taken.get(identity) ?? 0) + 1
    taken.set(identity, occurrence)
    return { ...model, key: occurrence === 1 ? identity : `${identity}#${occurrence}` }
  })
  const inOrder = seats.sort((left, right) => (left.key < right.key ? -1 : 1))
  return stableShuffle(
    inOrder,
    ({ provider, model, temperature }) => [provider, model, temperature].join('|'),
    query,
  )
}

/** Models that sit in the panel more than once: a model agreeing with itself says little. */
export function repeatedModels(models: ModelConfig[]): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { provider, model } of models) {
    const identity = `${provider}|${model}`
    if (seen.has(identity)) repeated.add(model)
    seen.add(identity)
  }
  return [...repeated].sort()
}
