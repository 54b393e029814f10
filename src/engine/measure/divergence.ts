/** The golden ratio, by which the residual of an accepting seat falls at least. */
export const PHI = (1 + Math.sqrt(5)) / 2

/** The highest divergence of a converged panel, provided nothing else speaks against convergence. */
export const CONVERGED = 0.2

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
