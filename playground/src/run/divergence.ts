import type { IterationEntry } from '../../../src/contract/deliberation.ts'
import type { RunState } from './run-state.ts'

/** The golden ratio, by which D of an ideal spiral is divided in each iteration. */
export const PHI = (1 + Math.sqrt(5)) / 2

/** The highest D of a panel that agrees on a text or a draft. On a short answer every voice must agree. */
const AGREEMENT_D = 0.2

/** The highest D with which a panel agrees on this kind of question. */
export function agreementOn(kind: RunState['kind']): number {
  return kind === 'open' || kind === 'draft' ? AGREEMENT_D : 0
}

/** D after an iteration, beside that of the ideal golden spiral. */
export interface Divergence {
  iteration: number
  D: number
  target: number
  phase: IterationEntry['phase'] | null
  /** Whether D was estimated from texts alone. */
  isEstimated: boolean
}

/** D of every iteration that has ended. Results of earlier versions have their figures only. */
export function divergencesOf({ iterations, result }: Pick<RunState, 'iterations' | 'result'>): Divergence[] {
  if (iterations.length > 0)
    return iterations.map(({ iteration, D, target_D: target, phase = null, D_basis }) => ({
      iteration,
      D,
      target,
      phase,
      isEstimated: D_basis === 'estimated',
    }))
  const figures = result?.metrics.D_by_iteration ?? []
  return figures.map((D, index) => ({
    iteration: index + 1,
    D,
    target: (figures[0] ?? 0) / PHI ** index,
    phase: null,
    isEstimated: false,
  }))
}
