import type { ModelConfig } from '../../contract/panel.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'

/** A model as a member of a panel; whoever asks it knows its provider. */
export interface PanelModel extends Omit<ModelConfig, 'provider'> {
  provider: string
  /** Lets a model that honours it sample the same again; absent for none. */
  seed?: number
  /** The requested name, if another model stands in for it under its own name; the same when absent. */
  askedAs?: string
  /** Whether a stand-in answers for it, which cannot read what others wrote; absent for a language model. */
  isStandIn?: true
}

/** The place of one model in the panel. */
export interface Seat extends Omit<PanelModel, 'askedAs'> {
  /** Identifies a seat, even among seats of the same model; independent of the order of the request and of who stands in. */
  key: string
  /** The concrete model that answered for it; absent when nobody has said. */
  servedModel?: string
}

/** A seat that is known to be answered by a concrete model; unchanged when nobody has said which. */
export function servedSeat(seat: Seat, servedModel: string | undefined): Seat {
  return servedModel === undefined ? seat : { ...seat, servedModel }
}

/**
 * Seats the models in an order derived from the query, so that neither the order of the request nor the alphabet decides
 * a tie; nor do display names, which differ between the two APIs.
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

/** The seats of a resumed run: in their stored order, under their current names. */
export function restoreSeats(seats: Seat[], standings: Array<{ seat: Seat }>): Seat[] {
  return standings.map(({ seat }) => seats.find(({ key }) => key === seat.key) ?? seat)
}

/** Models that occur more than once in the panel: the agreement of a model with itself means little. */
export function repeatedModels(models: PanelModel[]): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { provider, model } of models) {
    const identity = `${provider}|${model}`
    if (seen.has(identity)) repeated.add(model)
    seen.add(identity)
  }
  return [...repeated].sort()
}
