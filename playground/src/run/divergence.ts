import type { RunState } from './run-state.ts'

/** The highest D of a panel that agrees on a text or a draft. On a short answer every model must agree. */
const AGREEMENT_D = 0.2

/** The highest D with which a panel agrees on this kind of question. */
export function agreementOn(kind: RunState['kind']): number {
  return kind === 'open' || kind === 'draft' ? AGREEMENT_D : 0
}

/** D after a round. */
export interface Divergence {
  iteration: number
  D: number
  /** Whether D was estimated from texts alone. */
  isEstimated: boolean
}

/** D of every iteration that has ended. Results of earlier versions have their figures only. */
export function divergencesOf({ iterations, result }: Pick<RunState, 'iterations' | 'result'>): Divergence[] {
  if (iterations.length > 0)
    return iterations.map(({ iteration, D, D_basis }) => ({
      iteration,
      D,
      isEstimated: D_basis === 'estimated',
    }))
  const figures = result?.metrics.D_by_iteration ?? []
  return figures.map((D, index) => ({ iteration: index + 1, D, isEstimated: false }))
}
