import type { Verdict } from '../../../contract/deliberation.ts'
import type { StructureName } from '../../../contract/panel.ts'
import type { Landscape } from '../../measure/landscape.ts'
import type { Position } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'

/** What is known when an iteration after the exposition begins. */
export interface Stage {
  iteration: number
  seats: Seat[]
  /** Those of them that are not asked any more, by key. */
  withdrawn: ReadonlyMap<string, unknown>
  landscape: Landscape
  /** The most central position of the heaviest camp of the iteration before. */
  theme: Position
}

/** What one seat is given to weigh. */
export interface Part {
  theme: string
  /** The best case for each other position. */
  positions: Position[]
  /** The position that must be answered before acceptance counts. */
  mustAnswer: Position | null
  role: 'leader' | 'voice'
  verdicts: Verdict[]
}

/** A variant of the algorithm: who speaks when, and what each one hears. */
export interface Structure {
  name: StructureName
  usualPanel: { minimum: number; maximum: number }
  /** Seats in groups; a later group hears what the earlier ones said. */
  waves(stage: Stage): Seat[][]
  part(seat: Seat, stage: Stage, heard: Map<string, Position>): Part
}

/** Every verdict there is. */
export const ALL_VERDICTS: Verdict[] = ['accept', 'amend', 'reject']

/** The best case of every camp the seat is not in. */
export function otherCases(seat: Seat, { landscape }: Stage): Position[] {
  return landscape.camps
    .filter((camp) => !camp.members.some((member) => member.seat.key === seat.key))
    .map((camp) => camp.central.position)
}
