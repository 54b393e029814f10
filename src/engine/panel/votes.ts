import type { SeatVote } from '../../contract/deliberation.ts'
import type { PanelModel, Seat } from './panel.ts'

/** The vote weight of each model, by `voterOf`; a model that is not listed has weight one. */
export type Votes = Record<string, number>

/** The voter is the model, whatever its display name and temperature in a panel. */
export function voterOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}|${model}`
}

/** The model that speaks for a seat: the concrete one if it is known, so that two names of one model are one. */
export function speakerOf({
  provider,
  model,
  servedModel,
}: Omit<Seat, 'key' | 'name' | 'temperature'>): string {
  return voterOf({ provider, model: servedModel ?? model })
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
