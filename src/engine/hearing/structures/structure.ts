import type { StructureName } from '../../../contract/panel.ts'
import type { Landscape } from '../../measure/landscape.ts'
import type { Seat } from '../../panel/panel.ts'

/** What decides who speaks when. */
export interface Order {
  iteration: number
  seats: Seat[]
  /** The keys of seats that are no longer asked. */
  withdrawn: ReadonlyMap<string, unknown>
  landscape: Pick<Landscape, 'disagreement'>
}

/** A variant of the algorithm: who speaks when, and to whom. */
export interface Structure {
  name: StructureName
  usualPanel: { minimum: number; maximum: number }
  /** Seats in groups; later groups hear what earlier ones said. */
  waves(order: Order): Seat[][]
  /** Whether every seat is asked to reply to the best case of the other side. */
  facesOpponent: boolean
}
