import type { Verdict } from '../../../contract/deliberation.ts'
import type { StructureName } from '../../../contract/panel.ts'
import type { Landscape } from '../../measure/landscape.ts'
import type { Position } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'

/** What is known at the start of an iteration after the exposition. */
export interface Stage {
  iteration: number
  seats: Seat[]
  /** The keys of seats that are no longer asked. */
  withdrawn: ReadonlyMap<string, unknown>
  landscape: Landscape
  /** The most central position of the heaviest camp of the previous iteration. */
  theme: Position
}

/** What decides who speaks when. */
export type Order = Pick<Stage, 'iteration' | 'seats' | 'withdrawn'> & {
  landscape: Pick<Landscape, 'disagreement'>
}

/** What one seat is given to judge. */
export interface Part {
  theme: string
  /** The best case for each other position. */
  positions: Position[]
  /** The position that must be answered before an acceptance counts. */
  mustAnswer: Position | null
  role: 'leader' | 'voice'
  verdicts: Verdict[]
}

/** A variant of the algorithm: who speaks when, and what each seat hears. */
export interface Structure {
  name: StructureName
  usualPanel: { minimum: number; maximum: number }
  /** Seats in groups; later groups hear what earlier ones said. */
  waves(order: Order): Seat[][]
  part(seat: Seat, stage: Stage, heard: Map<string, Position>): Part
}

/** All verdicts. */
export const ALL_VERDICTS: Verdict[] = ['accept', 'amend', 'reject']

/** The best case of every camp that the seat does not belong to. */
export function otherCases(seat: Seat, { landscape }: Stage): Position[] {
  return landscape.camps
    .filter((camp) => !camp.members.some((member) => member.seat.key === seat.key))
    .map((camp) => camp.central.position)
}
