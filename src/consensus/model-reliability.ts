import { LRUCache } from 'lru-cache'
import { voterOf, type WeighedCurve } from '../engine/index.ts'
import { countedRun, type FinishedRun, whyUncounted } from './ledger/counted-run.ts'
import { estimateVoters, type PanelEstimate } from './ledger/estimate-voters.ts'
import { createRecentRuns, type KnownRuns, meanCosts, pastRuns } from './ledger/recent-runs.ts'
import type { LedgerRow, RunLedger } from './ledger/run-ledger.ts'
import type { ModelIdentity } from './model-router.ts'

/** What past runs tell of a panel, by `voterOf`. */
export interface PanelReport extends PanelEstimate {
  /** What a first reply of each costs in US dollars, on average; null where that is not known. */
  costs: Record<string, number | null>
}

/** The running estimate of how reliable each model is. */
export interface ModelReliability {
  /** What past runs tell of the models of a panel; null while too little is known. */
  reportOn(models: ModelIdentity[], scope: string): Promise<PanelReport | null>
  /** The newest runs of a scope, as far as they are known here; none if they cannot be read. */
  runsOf(scope: string): Promise<LedgerRow[]>
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
  /** Lets others have their turn; called between the parts of an estimate. */
  pause: () => Promise<void>
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** A report, and the runs it was made from. */
interface Reported {
  runs: KnownRuns
  report: PanelReport | null
}

/** How many panels have their reports remembered. */
const MOST_PANELS = 200

/** Creates the estimate on top of the ledger. If that fails, votes are equal and the run goes on. */
export function createModelReliability(parts: ReliabilityParts): ModelReliability {
  const { ledger, now, curve, pause } = parts
  const recent = createRecentRuns({ ledger, now, onFault: parts.onReadFault })
  const reports = new LRUCache<string, Reported>({ max: MOST_PANELS })
  const underWay = new Map<string, Promise<PanelReport | null>>()

  async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await pause()
    }
  }

  async function make(runs: KnownRuns, voters: string[]): Promise<PanelReport | null> {
    const past = pastRuns(runs.rows)
    const estimate = await inTurns(estimateVoters(past, voters, curve))
    if (estimate === null) return null
    return { ...estimate, costs: meanCosts(runs.rows, voters) }
  }

  /** Reports anew, once at a time for each panel. */
  function report(panel: string, runs: KnownRuns, voters: string[]): Promise<PanelReport | null> {
    const begun = underWay.get(panel)
    if (begun !== undefined) return begun
    const made = make(runs, voters)
      .then((report) => {
        reports.set(panel, { runs, report })
        return report
      })
      .finally(() => underWay.delete(panel))
    underWay.set(panel, made)
    return made
  }

  return {
    async reportOn(models, scope) {
      try {
        const runs = await recent.of(scope)
        // Counted under the model that answers, so that the past of one model is not held against the next of its family.
        const concrete = models.map(({ provider, model }) =>
          voterOf({ provider, model: parts.servedAs({ provider, model }) }),
        )
        const panel = JSON.stringify([scope, ...concrete.toSorted()])
        const before = reports.get(panel)
        const anew = before?.runs === runs ? null : report(panel, runs, [...new Set(concrete)])
        // A run waits only while nothing is known; later ones go by what was known before.
        const earlier = before?.report ?? null
        if (earlier !== null) anew?.catch(parts.onReadFault)
        const newest = earlier ?? (await anew) ?? null
        return newest && renamed(newest, models, concrete)
      } catch (error) {
        parts.onReadFault(error)
        return null
      }
    },

    async runsOf(scope) {
      try {
        const { rows, recorded } = await recent.of(scope)
        if (recorded.length === 0) return rows
        // A task that was taken up again may be recorded by both processes.
        const all = new Map([...recorded, ...rows].map((row) => [row.id, row]))
        return [...all.values()]
      } catch (error) {
        parts.onReadFault(error)
        return []
      }
    },

    async count(result, { scope, id }) {
      if (whyUncounted(result) !== null) return
      try {
        const counted = { scope, id, run: countedRun(result), at: now() }
        await ledger.record(counted)
        recent.noteRecorded(counted)
      } catch (error) {
        parts.onKeepFault(error)
      }
    },
  }
}

/** A report by the models as they were asked for, instead of the names that it has for each of them. */
function renamed(report: PanelReport, models: ModelIdentity[], concrete: string[]): PanelReport {
  const byRequest = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(models.map((model, place) => [voterOf(model), values[concrete[place]!]!]))
  const { reliability } = report
  const leader = models.find((_, place) => concrete[place] === report.leader)
  return {
    votes: byRequest(report.votes),
    reliability: { ...reliability, abilities: byRequest(reliability.abilities) },
    members: byRequest(report.members),
    leader: leader === undefined ? null : voterOf(leader),
    costs: byRequest(report.costs),
  }
}
