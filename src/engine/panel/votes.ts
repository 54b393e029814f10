import type { SeatVote } from '../../contract/deliberation.ts'
import type { ModelConfig } from '../../contract/panel.ts'

/** What the vote of each model weighs, by `voterOf`; one that is not named has one vote. */
export type Votes = Record<string, number>

/** Who votes is the model, under whatever name and at whatever temperature it sits in a panel. */
export function voterOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}|${model}`
}

/** Looks up what the vote of a seat weighs; without votes every seat has one. */
export function voteIn(votes: Votes | null): (seat: ModelConfig) => number {
  return (seat) => votes?.[voterOf(seat)] ?? 1
}

/** The votes of a panel as its reader sees them. */
export function seatVotes(models: ModelConfig[], votes: Votes): SeatVote[] {
  const weightOf = voteIn(votes)
  return models.map((seat) => ({ model: seat.model, name: seat.name, weight: weightOf(seat) }))
}
