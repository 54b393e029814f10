import type { ModelConfig } from '../contract/panel.ts'
import { voterOf, type WeighedCurve } from '../engine/index.ts'
import { createBoundedCache } from '../utils/bounded-cache.ts'
import { countedRun, type FinishedRun, type ModelIdentity, whyUncounted } from './ledger/counted-run.ts'
import { estimateVoters, type PanelEstimate } from './ledger/estimate-voters.ts'
import { pastRun } from './ledger/past-run.ts'
import { createRecentRuns, type KnownRuns } from './ledger/recent-runs.ts'
import type { RunLedger } from './ledger/run-ledger.ts'

/** The running estimate of how reliable each model is. */
export interface ModelReliability {
  /** What past runs tell of the models of a panel, by `voterOf`; null while too little is known. */
  estimateOf(models: ModelIdentity[], scope: string): Promise<PanelEstimate | null>
  /** Records a finished run, once for its id; resolves when it is stored or could not be. */
  count(result: FinishedRun, run: { scope: string; id: string }): Promise<void>
}

interface ReliabilityParts {
  ledger: Pick<RunLedger, 'record' | 'recent'>
  /** The concrete model that last answered for a model; its own id when none has. */
  servedAs: (model: ModelIdentity) => string
  /** How often answers are right, by what past runs say. */
  curve: WeighedCurve
  now: () => number
  /** Lets others have their turn; called between the passes of an estimate. */
  pause: () => Promise<void>
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** An estimate, and the runs it was made from. */
interface Estimated {
  runs: KnownRuns
  estimate: PanelEstimate | null
}

/** How many panels have their estimates remembered. */
const MOST_PANELS = 200

/** Creates the estimate on top of the ledger. If that fails, votes are equal and the run goes on. */
export function createModelReliability(parts: ReliabilityParts): ModelReliability {
  const { ledger, now, curve, pause } = parts
  const recent = createRecentRuns({ ledger, now, onFault: parts.onReadFault })
  const estimates = createBoundedCache<string, Estimated>(MOST_PANELS)
  const underWay = new Map<string, Promise<PanelEstimate | null>>()

  /** Estimates anew, once at a time for each panel. */
  function estimate(panel: string, runs: KnownRuns, models: string[]): Promise<PanelEstimate | null> {
    const begun = underWay.get(panel)
    if (begun !== undefined) return begun
    const made = (async () => {
      const steps = estimateVoters(runs.rows.map(pastRun), models, curve)
      for (;;) {
        const step = steps.next()
        if (step.done) {
          estimates.set(panel, { runs, estimate: step.value })
          return step.value
        }
        await pause()
      }
    })().finally(() => underWay.delete(panel))
    underWay.set(panel, made)
    return made
  }

  return {
    async estimateOf(models, scope) {
      try {
        const runs = await recent.of(scope)
        // Counted under the model that answers, so that the past of one model is not held against the next of its family.
        const concrete = models.map(({ provider, model }) =>
          voterOf({ provider, model: parts.servedAs({ provider, model }) }),
        )
        const panel = JSON.stringify([scope, concrete])
        const before = estimates.get(panel)
        const anew = before?.runs === runs ? null : estimate(panel, runs, [...new Set(concrete)])
        // A run waits only while nothing is known; later ones go by what was known before.
        const known = before?.estimate ?? null
        if (known === null) return renamed((await anew) ?? null, models, concrete)
        anew?.catch(parts.onReadFault)
        return renamed(known, models, concrete)
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

/** An estimate by the models as they were asked for, instead of those that answered. */
function renamed(
  estimate: PanelEstimate | null,
  models: Array<Pick<ModelConfig, 'model'> & { provider: string }>,
  concrete: string[],
): PanelEstimate | null {
  if (estimate === null) return null
  const byRequest = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(models.map((model, place) => [voterOf(model), values[concrete[place]!]!]))
  const leader = models.find((_, place) => concrete[place] === estimate.leader)
  return {
    votes: byRequest(estimate.votes),
    reliability: { ...estimate.reliability, abilities: byRequest(estimate.reliability.abilities) },
    members: byRequest(estimate.members),
    leader: leader === undefined ? null : voterOf(leader),
  }
}
