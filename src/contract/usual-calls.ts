import type { DryRunResponse } from './dry-run.ts'

/** How often models are called as a rule, and at most, in words; docs/cost-and-latency.md says when. */
export function callsInWords({ kind, models, calls }: Pick<DryRunResponse, 'kind' | 'models' | 'calls'>) {
  const seats = models.length
  const { first_round: first, at_most: most } = calls
  const usual = {
    closed: [first, first + seats + 1],
    open: [2 * seats + 3, 2 * seats + 3],
    draft: [seats + 1, 2 * seats],
  }
  const bounds = (kind === null ? [usual.closed, usual.open] : [usual[kind]]).flat()
  const [from, to] = [Math.min(most, ...bounds), Math.min(most, Math.max(...bounds))]
  return `Usually ${from === to ? '' : `${from} to `}${to} calls${to < most ? `, at most ${most}` : ''}`
}
