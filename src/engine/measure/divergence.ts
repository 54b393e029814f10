import type { Verdict } from '../../contract/deliberation.ts'

/** The golden ratio, by which the residual of an accepting seat falls at least. */
export const PHI = (1 + Math.sqrt(5)) / 2

/** The highest divergence of a converged panel, provided nothing else speaks against convergence. */
export const CONVERGED = 0.2

/** What a seat did in an iteration: its verdict on the theme, or silence. */
export type Stance = Verdict | 'silent'

interface Step {
  stance: Stance
  /** Mean disagreement with the other positions, measured in this iteration. */
  measured: number
  /** The previous residual of the seat; null when it had no position. */
  previous: number | null
}

/**
 * The new residual of a seat. The golden step must be earned: only acceptance gets it, a rejection or silence never
 * lowers a residual, and nothing falls merely because the iteration count went up.
 */
export function stepResidual({ stance, measured, previous }: Step): number {
  if (previous === null) return measured
  switch (stance) {
    case 'accept':
      return Math.min(measured, previous / PHI)
    case 'amend':
      return Math.min(measured, previous)
    case 'reject':
    case 'silent':
      return Math.max(measured, previous)
  }
}

/** Divergence D: the mean residual of the seats that hold a position; 1 when fewer than two do. */
export function divergenceOf(residuals: Array<number | null>): number {
  const held = residuals.filter((residual) => residual !== null)
  if (held.length < 2) return 1
  const mean = held.reduce((sum, residual) => sum + residual, 0) / held.length
  return Math.min(1, Math.max(0, mean))
}

/** D of an ideal golden spiral in an iteration: divided by φ each time. */
export function goldenTarget(initialDivergence: number, iteration: number): number {
  return initialDivergence / PHI ** (iteration - 1)
}
