/** One observation: its features, its label and its weight. */
export interface Observation {
  features: number[]
  /** A known offset of the log odds. */
  known?: number
  truth: boolean
  weight: number
}

const STEPS = 50
/** Keeps weights finite if the classes are completely separable. */
const PULL_TO_ZERO = 1e-3

/**
 * Fits the weights of a logistic regression by Newton's method; the last one is the intercept. A stronger pull keeps
 * weights small that few observations support.
 */
export function fitLogistic(observations: Observation[], pull = PULL_TO_ZERO): number[] {
  const size = (observations[0]?.features.length ?? 0) + 1
  let weights = new Array<number>(size).fill(0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -pull * weight)
    const curvature = weights.map((_, row) => weights.map((_, column) => (row === column ? pull : 0)))
    for (const { features, truth, weight, known = 0 } of observations) {
      const values = [...features, 1]
      const chance = sigmoid(values.reduce((sum, value, index) => sum + value * weights[index]!, known))
      for (let row = 0; row < size; row++) {
        gradient[row]! += weight * ((truth ? 1 : 0) - chance) * values[row]!
        for (let column = 0; column < size; column++)
          curvature[row]![column]! += weight * chance * (1 - chance) * values[row]! * values[column]!
      }
    }
    const change = solve(curvature, gradient)
    weights = weights.map((weight, index) => weight + change[index]!)
    if (change.every((value) => Math.abs(value) < 1e-9)) break
  }
  return weights
}

/** The logistic function, which maps any number to a probability. */
export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** Solves a small system of linear equations by Gaussian elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!])
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows.slice(pivot).reduce((a, b) => (Math.abs(b[pivot]!) > Math.abs(a[pivot]!) ? b : a))
    rows.splice(rows.indexOf(best), 1)
    rows.splice(pivot, 0, best)
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const factor = rows[row]![pivot]! / best[pivot]!
      for (let column = pivot; column <= size; column++) rows[row]![column]! -= factor * best[column]!
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!)
}
