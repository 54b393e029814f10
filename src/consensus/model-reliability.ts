import type { ModelConfig } from '../contract/panel.ts'
import { type Votes, voterOf } from '../engine/index.ts'
import { type BoundedCache, createBoundedCache } from '../utils/bounded-cache.ts'
import { countedRun, type FinishedRun, type ModelIdentity, whyUncounted } from './ledger/counted-run.ts'
import { createRecentRuns, type KnownRuns } from './ledger/recent-runs.ts'
import type { RunLedger } from './ledger/run-ledger.ts'
import { votesFromRuns } from './ledger/votes-from-runs.ts'

/** The running estimate of how reliable each model is. */
export interface ModelReliability {
  /** The vote weights of a panel; null for equal votes. */
  votesOf(models: ModelConfig[], scope: string): Promise<Votes | null>
  /** Records a finished run, once for its id; resolves when it is stored or could not be. */
  count(result: FinishedRun, run: { scope: string; id: string }): Promise<void>
}

interface ReliabilityParts {
  ledger: Pick<RunLedger, 'record' | 'recent'>
  /** The concrete model that last answered for a model; its own id when none has. */
  servedAs: (model: ModelIdentity) => string
  now: () => number
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** How many panels have their votes remembered until the runs of their scope are read again. */
const MOST_PANELS = 100

/** Creates the estimate on top of the ledger. If that fails, votes are equal and the run goes on. */
export function createModelReliability(parts: ReliabilityParts): ModelReliability {
  const { ledger, now } = parts
  const recent = createRecentRuns({ ledger, now, onFault: parts.onReadFault })
  const computed = new WeakMap<KnownRuns, BoundedCache<string, Votes | null>>()

  /** Computed once for as long as the same runs are known. */
  function votesIn(runs: KnownRuns, models: ModelIdentity[]): Votes | null {
    const votes = computed.get(runs) ?? createBoundedCache<string, Votes | null>(MOST_PANELS)
    computed.set(runs, votes)
    const panel = JSON.stringify(models.map(voterOf))
    const before = votes.get(panel)
    if (before !== undefined) return before
    const now = votesFromRuns(runs.rows, models)
    votes.set(panel, now)
    return now
  }

  return {
    async votesOf(models, scope) {
      try {
        const runs = await recent.of(scope)
        // Counted under the model that answers, so that the past of one model is not held against the next of its family.
        const concrete = models.map(({ provider, model }) => ({
          provider,
          model: parts.servedAs({ provider, model }),
        }))
        const votes = votesIn(runs, concrete)
        return (
          votes &&
          Object.fromEntries(models.map((model, at) => [voterOf(model), votes[voterOf(concrete[at]!)]!]))
        )
      } catch (error) {
        parts.onReadFault(error)
        return null
      }
    },

    async count(result, { scope, id }) {
      if (whyUncounted(result) !== null) return
      try {
        const counted = { scope, id, run: countedRun(result.entries), at: now() }
        await ledger.record(counted)
        recent.noteRecorded(counted)
      } catch (error) {
        parts.onKeepFault(error)
      }
    },
  }
}
