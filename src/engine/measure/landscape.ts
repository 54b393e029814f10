import type { Position } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'

/** The position of a seat after an iteration. */
export interface Standing {
  seat: Seat
  position: Position | null
  residual: number | null
}

/** A standing with a position. */
export type Holder = Standing & { position: Position }

/** Seats whose answers agree; the central one represents them. */
export interface Camp {
  members: Holder[]
  central: Holder
  weight: number
}

/** How the positions of a panel relate to each other. */
export interface Landscape {
  /** Camps, heaviest first. */
  camps: Camp[]
  /** The mean disagreement of each holder with the others, by seat key. */
  disagreement: ReadonlyMap<string, number>
}

/** Whether a standing has a position. */
export function holdsPosition(standing: Standing): standing is Holder {
  return standing.position !== null
}

/** The standings with new residuals; null for a seat that has none. */
export function withResiduals(standings: Standing[], residuals: ReadonlyMap<string, number>): Standing[] {
  return standings.map((standing) => ({ ...standing, residual: residuals.get(standing.seat.key) ?? null }))
}

/** How far each text is from the others on average, by seat key; 1 for the only one. */
export function meanDistances(
  holders: Holder[],
  similarity: (mine: Holder, other: Holder) => number,
): Map<string, number> {
  return new Map(
    holders.map((mine) => {
      const others = holders.filter((other) => other !== mine)
      const alike = others.reduce((sum, other) => sum + similarity(mine, other), 0) / others.length
      return [mine.seat.key, others.length === 0 ? 1 : 1 - alike]
    }),
  )
}
