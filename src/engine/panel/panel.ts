import type { ModelConfig } from '../../contract/panel.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'

/** A model as it speaks in a panel. */
export interface PanelModel extends ModelConfig {
  /** The name it was asked for, where another speaks for it under its own; the same when absent. */
  askedAs?: string
}

/** One model's place in the panel. */
export interface Seat extends ModelConfig {
  /** Tells seats apart, also two of the same model; does not depend on the order of the request, nor on who speaks. */
  key: string
}

/**
 * Seats the models in an order drawn from the query, so that neither the order of the request nor
 * the alphabet decides a tie; nor what a seat is called, which differs between the two APIs.
 */
export function seatPanel(models: PanelModel[], query: string): Seat[] {
  const taken = new Map<string, number>()
  const seats = models.map(({ askedAs, ...model }) => {
    const identity = [model.provider, model.model, askedAs ?? model.name, model.temperature].join('|')
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

/** The seats of a run that is taken up again: in the order it has kept, under the names they have now. */
export function seatAgain(seats: Seat[], standings: Array<{ seat: Seat }>): Seat[] {
  return standings.map(({ seat }) => seats.find(({ key }) => key === seat.key) ?? seat)
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
