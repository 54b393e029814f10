import type { SeatVote } from '../../contract/deliberation.ts'
import type { PanelModel } from './panel.ts'

/** The vote weight of each model, by `voterOf`; a model that is not listed has weight one. */
export type Votes = Record<string, number>

/** The voter is the model, whatever its display name and temperature in a panel. */
export function voterOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}|${model}`
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
