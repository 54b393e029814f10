import type { Seat } from '../panel/panel.ts'
import { isSameModel } from '../panel/votes.ts'

/** The seats that may write, the one the caller chose first; no model is asked twice. */
export function withChosen(seats: Seat[], chosen: Seat | null): Seat[] {
  if (chosen === null) return seats
  return [chosen, ...seats.filter((seat) => !isSameModel(seat, chosen))]
}
