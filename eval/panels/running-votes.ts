import { type CountedRun, countedRun, whyUncounted } from '../../src/consensus/ledger/counted-run.ts'
import { RUNS_KEPT } from '../../src/consensus/ledger/run-ledger.ts'
import { votesFromRuns } from '../../src/consensus/ledger/votes-from-runs.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Votes } from '../../src/engine/panel/panel.ts'

/** Votes weighted by previous runs, as in the service, without knowing the right answers. */
export interface RunningVotes {
  now(): Votes | null
  count(result: Deliberation): void
}

/** Equal votes for a panel without previous runs. */
export function beginVotes(models: string[]): RunningVotes {
  const panel = models.map((model) => ({ provider: 'openrouter', model }))
  const runs: CountedRun[] = []
  return {
    now: () => votesFromRuns(runs, panel),
    count(result) {
      if (whyUncounted({ ...result, router: 'openrouter' }) !== null) return
      runs.push(countedRun(result.entries))
      if (runs.length > RUNS_KEPT) runs.shift()
    },
  }
}
