import type { Abstention, IterationEntry, SeatVote } from '../../contract/deliberation.ts'
import type { ModelConfig, ReasoningEffort } from '../../contract/panel.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'
import type { Position } from './brief.ts'

/** A model as a member of a panel; whoever asks it knows its provider. */
export interface PanelModel extends Omit<ModelConfig, 'provider'> {
  provider: string
  seed?: number
  /** How hard the caller wants it to think before it writes; absent for its own default. */
  reasoningEffort?: ReasoningEffort
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
  /** The seat whose further reply this is, and which one, from 2; absent for the seat itself. */
  sample?: { of: string; number: number }
}

/** A seat for a further reply of the same model; with a seed of its own, if it has one. */
export function sampleSeat(seat: Seat, number: number): Seat {
  return {
    ...seat,
    key: `${seat.key}~${number}`,
    ...(seat.seed !== undefined && { seed: seat.seed + number - 1 }),
    sample: { of: seat.key, number },
  }
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
  const voters = models.map(voterOf)
  const repeated = models.filter((model, place) => voters.indexOf(voterOf(model)) !== place)
  return [...new Set(repeated.map(({ model }) => model))].sort()
}

export const NOT_AWAITED = 'not_awaited'

/** Failures that another attempt in the same run cannot fix, or should not wait for. */
const PERMANENT = new Set([
  ...'unauthorized payment_required forbidden model_not_found bad_request redirected'.split(' '),
  ...['too_large', 'unsupported_input', NOT_AWAITED],
])

/** After this many consecutive failures a seat is not asked again. */
const FAILURES_IN_A_ROW = 2

/**
 * The seats that are not asked again in a run, with the reason: those with a permanent failure, and those that failed
 * twice in a row. A model that declines has not failed. Every further wait would cost the others time.
 */
export function withdrawnSeats(entries: IterationEntry[], seats: Seat[]): Map<string, Abstention> {
  const withdrawn = new Map<string, Abstention>()
  seats.forEach((seat, index) => {
    const errors = entries.map(({ responses }) => responses[index]?.error ?? null)
    const last = errors.at(-1) ?? null
    if (last === null || last.code === 'declined') return
    const { code, message } = last
    const recent = errors.slice(-FAILURES_IN_A_ROW)
    const hasFailed = (error: Abstention | null) => error !== null && error.code !== 'declined'
    const isFailing = recent.length === FAILURES_IN_A_ROW && recent.every(hasFailed)
    if (code === WITHDRAWN) withdrawn.set(seat.key, { code, message })
    else if (isFailing || PERMANENT.has(code))
      withdrawn.set(seat.key, { code: WITHDRAWN, message: `Not asked again after ${code}: ${message}` })
  })
  return withdrawn
}

const WITHDRAWN = 'withdrawn'

/** The vote weight of each model, by `voterOf`; a model that is not listed has weight one. */
export type Votes = Record<string, number>

/** The odds that a program of each model gives every result that a question states, by `voterOf`. */
export type PassOdds = Record<string, number>

/** The voter is the model, whatever its display name and temperature in a panel. */
export function voterOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}|${model}`
}

/** The model that speaks for a seat: the concrete one if it is known, so that two names of one model are one. */
export function speakerOf(seat: Pick<Seat, 'provider' | 'model' | 'servedModel'>): string {
  return voterOf({ provider: seat.provider, model: seat.servedModel ?? seat.model })
}

/** Whether two seats are of one model, by the id they are asked by or by the model that answers. */
export function isSameModel(one: Seat, other: Seat): boolean {
  return voterOf(one) === voterOf(other) || speakerOf(one) === speakerOf(other)
}

/** The models that speak for some seats, each once. */
export function speakersAmong(seats: Seat[]): Set<string> {
  return new Set(seats.map(speakerOf))
}

/** The same lookup, with one vote for all of these seats that are of one model. */
export function sharedVote(voteOf: (seat: PanelModel) => number, seats: Seat[]): (seat: Seat) => number {
  const times = new Map<string, number>()
  for (const speaker of seats.map(speakerOf)) times.set(speaker, (times.get(speaker) ?? 0) + 1)
  return (seat) => voteOf(seat) / (times.get(speakerOf(seat)) ?? 1)
}

/** Returns a lookup of the vote weight of a seat; without votes every seat has one. */
export function voteIn(votes: Votes | null): (seat: PanelModel) => number {
  return (seat) => votes?.[voterOf(seat)] ?? 1
}

/** The votes of a panel in the form shown to callers. */
export function seatVotes(models: PanelModel[], votes: Votes): SeatVote[] {
  const weightOf = voteIn(votes)
  return models.map((seat) => ({ model: seat.model, name: seat.name, weight: weightOf(seat) }))
}

/** The golden ratio, by which the residual of an accepting seat falls at least. */
export const PHI = (1 + Math.sqrt(5)) / 2

/** The highest divergence of a converged panel, provided nothing else speaks against convergence. */
export const CONVERGED = 0.2

/** Divergence D: the mean residual of the seats that hold a position; 1 when fewer than two do. */
export function divergenceOf(residuals: Array<number | null>): number {
  const held = residuals.filter((residual) => residual !== null)
  return held.length < 2 ? 1 : Math.min(1, Math.max(0, meanOf(held, 1)))
}

/** The mean of some values; another one if there is none. */
export function meanOf(values: number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The median of some values, at least one. */
export function medianOf(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}

/** D of an ideal golden spiral in an iteration: divided by φ each time. */
export function goldenTarget(initialDivergence: number, iteration: number): number {
  return initialDivergence / PHI ** (iteration - 1)
}

export interface Standing {
  seat: Seat
  position: Position | null
  residual: number | null
}

export type Holder = Standing & { position: Position }

/** Whether a standing has a position. */
export function holdsPosition(standing: Standing): standing is Holder {
  return standing.position !== null
}

/** The standings with new residuals; null for a seat that has none. */
export function withResiduals(standings: Standing[], residuals: ReadonlyMap<string, number>): Standing[] {
  return standings.map((standing) => ({ ...standing, residual: residuals.get(standing.seat.key) ?? null }))
}

/** The seats of standings, by their keys. */
export function keysOf(standings: Standing[]): string[] {
  return standings.map(({ seat }) => seat.key)
}

/** How many models the seats with these keys are. */
export function modelsAmong(keys: string[], standings: Standing[]): number {
  return speakersAmong(standings.map(({ seat }) => seat).filter(({ key }) => keys.includes(key))).size
}

/** The names of the seats with these keys, in the order of the panel. */
export function namesOf(keys: string[], standings: Standing[]): string[] {
  return standings.filter(({ seat }) => keys.includes(seat.key)).map(({ seat }) => seat.name)
}
