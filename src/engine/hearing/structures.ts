import type { StructureName } from '../../contract/panel.ts'
import type { Seat } from '../panel/panel.ts'

/** What decides who speaks when. */
export interface Order {
  iteration: number
  seats: Seat[]
  /** The keys of seats that are no longer asked. */
  withdrawn: ReadonlyMap<string, unknown>
  /** How far each seat is from the others, by seat key. */
  disagreement: ReadonlyMap<string, number>
}

/** A variant of the algorithm: who speaks when, and to whom. */
export interface Structure {
  usualPanel: { minimum: number; maximum: number }
  /** Seats in groups; later groups hear what earlier ones said. */
  waves(order: Order): Seat[][]
  /** Whether every seat is asked to reply to the best case of the other side. */
  facesOpponent: boolean
}

/** From this iteration on all voices of a fugue enter at once: the stretto. */
const STRETTO = 5

/** Deep analysis: voices enter in two waves, the second hearing the first. */
const fugue: Structure = {
  usualPanel: { minimum: 4, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  /** The seats closest to the panel begin; those furthest from it answer. */
  waves({ iteration, seats, disagreement }) {
    if (iteration >= STRETTO) return [seats]
    const distance = ({ key }: Seat) => disagreement.get(key) ?? 1
    const closestFirst = [...seats].sort((left, right) => distance(left) - distance(right))
    const half = Math.ceil(seats.length / 2)
    return [closestFirst.slice(0, half), closestFirst.slice(half)]
  },
}

/** Conflict resolution: thesis against antithesis; every seat replies to the best case of the other side. */
const sonata: Structure = {
  usualPanel: { minimum: 2, maximum: 3 },
  facesOpponent: true,
  waves: ({ seats }) => [seats],
}

/** Creative tasks: the seat closest to all others leads; the others hear it before they speak. */
const concert: Structure = {
  usualPanel: { minimum: 2, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  /** The closest of the seats that are still asked leads: a silent one cannot. */
  waves({ seats, withdrawn, disagreement }) {
    const distance = ({ key }: Seat) => disagreement.get(key) ?? Number.POSITIVE_INFINITY
    const asked = seats.filter(({ key }) => !withdrawn.has(key))
    const leader = (asked.length > 0 ? asked : seats).reduce((closest, seat) =>
      distance(seat) < distance(closest) ? seat : closest,
    )
    return [[leader], seats.filter((seat) => seat.key !== leader.key)]
  },
}

/** The structures by name. */
export const structures: Record<StructureName, Structure> = { fugue, sonata, concert }

/** A warning when a panel does not have the usual size of the structure; null when it does. */
export function panelSizeWarning(name: StructureName, size: number): string | null {
  const { minimum, maximum } = structures[name].usualPanel
  if (size >= minimum && size <= maximum) return null
  const usual = Number.isFinite(maximum) ? `${minimum} to ${maximum}` : `${minimum} or more`
  return `A ${name} usually has ${usual} models; this panel has ${size}.`
}
