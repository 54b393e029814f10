import type { Position } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'

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

/** D of an ideal golden spiral in an iteration: divided by φ each time. */
export function goldenTarget(initialDivergence: number, iteration: number): number {
  return initialDivergence / PHI ** (iteration - 1)
}

/** The position of a seat after an iteration. */
export interface Standing {
  seat: Seat
  position: Position | null
  residual: number | null
}

/** A standing with a position. */
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

/** The names of the seats with these keys, in the order of the panel. */
export function namesOf(keys: string[], standings: Standing[]): string[] {
  return standings.filter(({ seat }) => keys.includes(seat.key)).map(({ seat }) => seat.name)
}
