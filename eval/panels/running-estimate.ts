import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import {
  estimateVoters,
  type PanelEstimate,
  type PastRun,
} from '../../src/consensus/ledger/estimate-voters.ts'
import {
  countedRun,
  type LedgerRow,
  pastRuns,
  RUNS_KEPT,
  whyUncounted,
} from '../../src/consensus/ledger/run-ledger.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { voterOf } from '../../src/engine/panel/panel.ts'

/** What previous runs tell of a panel, as in the service. */
export interface RunningEstimate {
  now(): PanelEstimate | null
  /** Counts a run; with verdicts, if callers gave any. */
  count(result: Deliberation, rightModels?: (model: string) => boolean): void
}

/** How many runs the service takes in at once. */
const RUNS_AT_ONCE = 25
const { weighed } = readMeasures().calibration

/** Nothing is known of a panel without previous runs. */
export function beginEstimate(models: string[]): RunningEstimate {
  const panel = models.map((model) => voterOf({ provider: 'openrouter', model }))
  const runs: LedgerRow[] = []
  let [estimate, estimatedAfter]: [PanelEstimate | null, number] = [null, 0]
  return {
    now() {
      if (runs.length - estimatedAfter >= RUNS_AT_ONCE) {
        // As in the service, the newest come first.
        estimate = estimateNow(pastRuns(runs.toReversed()), panel)
        estimatedAfter = runs.length
      }
      return estimate
    },
    count(result, isRight) {
      if (whyUncounted({ ...result, router: 'openrouter' }) !== null) return
      const run = countedRun(result)
      const ballots = run.ballots.map((ballot) => ({ ...ballot, right: isRight?.(ballot.model) ?? null }))
      runs.push({ ...run, ballots, id: '', countedAt: 0 })
      if (runs.length > RUNS_KEPT) runs.shift()
    },
  }
}

/** What runs tell of a panel, all at once. */
export function estimateNow(runs: PastRun[], panel: string[], curve = weighed): PanelEstimate | null {
  const steps = estimateVoters(runs, panel, curve)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
