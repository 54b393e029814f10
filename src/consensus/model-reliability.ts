import { LRUCache } from 'lru-cache'
import { type PassOdds, voterOf, type WeighedCurve } from '../engine/index.ts'
import { inTurns } from '../utils/in-turns.ts'
import { estimateVoters, type PanelEstimate, type PastRun } from './ledger/estimate-voters.ts'
import {
  type Ballot,
  countedRun,
  type FinishedRun,
  type LedgerRow,
  meanCosts,
  passOdds,
  pastRun,
  pastRuns,
  RUNS_KEPT,
  type RunLedger,
  whyUncounted,
} from './ledger/run-ledger.ts'
import type { ModelIdentity } from './model-router.ts'

/** What past runs tell of a panel, by `voterOf`. */
export interface PanelReport extends PanelEstimate {
  /** What a first reply of each costs in US dollars, on average; null where that is not known. */
  costs: Record<string, number | null>
}

/** The running estimate of how reliable each model is. */
export type ModelReliability = ReturnType<typeof createModelReliability>

export interface ReliabilityParts {
  ledger: Pick<RunLedger, 'record' | 'recent'>
  /** The concrete model that last answered for a model here; undefined when none has. */
  servedAs: (model: ModelIdentity) => string | undefined
  /** How often answers are right, by what past runs say. */
  curve: WeighedCurve
  now: () => number
  /** Lets others have their turn; called between the parts of an estimate. */
  pause: () => Promise<void>
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** Among so many, those of a panel that is not known yet are taken in together. */
const MANY_RUNS = 500
/** How many panels have their reports remembered. */
const MOST_PANELS = 200

/** Creates the estimate on top of the ledger. If that fails, votes are equal and the run goes on. */
export function createModelReliability(parts: ReliabilityParts) {
  const { ledger, now, curve, pause } = parts
  const recent = createRecentRuns({ ledger, now, onFault: parts.onReadFault })
  /** The reports, and the runs they were made from. */
  const reports = new LRUCache<string, { runs: KnownRuns; report: PanelReport | null }>({ max: MOST_PANELS })
  const underWay = new Map<string, Promise<PanelReport | null>>()

  /** Models by those that answer for them now, or did last, so that no past is held against the next of a family. */
  function votersOf(models: ModelIdentity[], rows: LedgerRow[]): string[] {
    return models.map(({ provider, model }) => {
      const served = parts.servedAs({ provider, model })
      if (served !== undefined) return voterOf({ provider, model: served })
      const isOwn = (one: Ballot) => one.provider === provider && (one.asked ?? one.model) === model
      const last = rows.find(({ ballots }) => ballots.some(isOwn))?.ballots.find(isOwn)
      return voterOf({ provider, model: last?.model ?? model })
    })
  }

  /** Reports anew, once at a time for each panel. */
  function report(panel: string, runs: KnownRuns, voters: string[]): Promise<PanelReport | null> {
    const begun = underWay.get(panel)
    if (begun !== undefined) return begun
    const rows = reports.get(panel)?.report ? runs.rows : newestOf([...runs.recorded, ...runs.rows])
    const made = inTurns(estimateVoters(pastRuns(rows), voters, curve), pause)
      .then((estimate) => {
        const report = estimate && { ...estimate, costs: meanCosts(rows, voters) }
        reports.set(panel, { runs, report })
        return report
      })
      .finally(() => underWay.delete(panel))
    underWay.set(panel, made)
    return made
  }

  const nullOnFault = <Found>(find: () => Promise<Found | null>) =>
    find().catch((error) => {
      parts.onReadFault(error)
      return null
    })

  return {
    /** What past runs tell of the models of a panel; null while too little is known. */
    reportOn: (models: ModelIdentity[], scope: string): Promise<PanelReport | null> =>
      nullOnFault(async () => {
        const runs = await recent.of(scope)
        const concrete = votersOf(models, runs.rows)
        const panel = JSON.stringify([scope, ...concrete.toSorted()])
        const before = reports.get(panel)
        const earlier = before?.report ?? null
        const isSettled = before?.runs === runs && (earlier !== null || runs.rows.length >= MANY_RUNS)
        const anew = isSettled ? null : report(panel, runs, [...new Set(concrete)])
        // A run waits only while nothing is known; later ones go by what was known before.
        if (earlier !== null) anew?.catch(parts.onReadFault)
        const newest = earlier ?? (await anew) ?? null
        return newest && renamed(newest, models, concrete)
      }),

    /** The odds that a program of each model gives every stated result, by past runs; null while too little is known. */
    passOddsOf: (models: ModelIdentity[], scope: string): Promise<PassOdds | null> =>
      nullOnFault(async () => {
        const { rows } = await recent.of(scope)
        const odds = passOdds(rows, votersOf(models, rows))
        return odds && Object.fromEntries(models.map((model, place) => [voterOf(model), odds[place]!]))
      }),

    /** The newest runs of a scope as estimates have them: the same list for a while, which changes as a whole. */
    settledRunsOf: async (scope: string) => (await recent.of(scope)).rows,

    /** In how many runs all of them answered by now, and how many of these tell who is right; none if they cannot be read. */
    async runsOf(models: ModelIdentity[], scope: string) {
      const known = await recent.of(scope, { isNewest: true })
      // A task that was taken up again may be recorded by two processes.
      const rows = newestOf([...known.recorded, ...known.rows])
      const voters = votersOf(models, rows)
      const isWhole = ({ groups }: PastRun) => voters.every((voter) => groups.flat().includes(voter))
      const countOf = (runs: PastRun[]) => runs.filter(isWhole).length
      return { counted: countOf(rows.map(pastRun)), telling: countOf(pastRuns(rows)) }
    },

    /** Records a finished run, once for its id; resolves when it is stored or could not be. */
    async count(result: FinishedRun, { scope, id }: { scope: string; id: string }): Promise<void> {
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
  const leader = models.find((_, place) => concrete[place] === report.leader)
  return {
    ...report,
    votes: byRequest(report.votes),
    reliability: { ...report.reliability, abilities: byRequest(report.reliability.abilities) },
    members: byRequest(report.members),
    leader: leader === undefined ? null : voterOf(leader),
    costs: byRequest(report.costs),
  }
}

/** The runs of a scope as this process knows them; another object whenever they change. */
interface KnownRuns {
  rows: LedgerRow[]
  /** When the ledger was read, and when the rows last changed. */
  readAt: number
  changedAt: number
  /** What was recorded here since, and is not among the rows yet. */
  recorded: LedgerRow[]
}

/** What others have recorded is read after this time. */
const STALE_AFTER_MS = 60_000
/** What was recorded here is taken in so many runs at once, and no sooner, because votes are computed anew then. */
const RUNS_AT_ONCE = 25
const TAKEN_IN_EVERY_MS = 10_000
/** Rows may be written later than they are dated, and clocks of other processes differ. */
const OVERLAP_MS = 5 * 60_000
/** How many rows are kept in memory, of all scopes together: about 700 bytes each. */
const MOST_ROWS = 50_000

/** Keeps the newest runs of each scope, and reads in the background what is new. */
export function createRecentRuns(parts: {
  ledger: Pick<RunLedger, 'recent'>
  now: () => number
  onFault: (error: unknown) => void
}) {
  const { ledger, now } = parts
  const known = new LRUCache<string, KnownRuns>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ rows }) => rows.length + 1,
  })
  const reading = new Map<string, Promise<KnownRuns>>()

  function add(scope: string, rows: LedgerRow[], readAt: number): KnownRuns {
    const before = known.get(scope)
    const all = [...(before?.rows ?? []), ...(before?.recorded ?? []), ...rows]
    const after = { rows: newestOf(all), readAt, changedAt: now(), recorded: [] }
    known.set(scope, after)
    return after
  }

  function read(scope: string, since?: number): Promise<KnownRuns> {
    const readAt = now()
    const read = ledger
      .recent(scope, since)
      .then((rows) => add(scope, rows, readAt))
      .catch((error): KnownRuns => {
        parts.onFault(error)
        return known.get(scope) ?? { rows: [], readAt, changedAt: readAt, recorded: [] }
      })
      .finally(() => reading.delete(scope))
    reading.set(scope, read)
    return read
  }

  function noteRecorded(counted: Parameters<RunLedger['record']>[0]): void {
    const { scope, id, run, at } = counted
    const found = known.get(scope)
    // What is being read for the first time may not have it.
    if (found === undefined) return void reading.get(scope)?.then(() => noteRecorded(counted))
    const ballots = run.ballots.map((ballot) => ({ ...ballot, right: null }))
    found.recorded.push({ ...run, id, countedAt: at, ballots })
    const isDue = Math.abs(now() - found.changedAt) >= TAKEN_IN_EVERY_MS
    if (isDue && found.recorded.length >= RUNS_AT_ONCE) add(scope, [], found.readAt)
  }

  return {
    noteRecorded,
    /** Those that are known; only the first call for a scope waits until they are read, and whoever wants the newest. */
    async of(scope: string, { isNewest = false } = {}): Promise<KnownRuns> {
      const found = known.get(scope)
      if (found === undefined) return reading.get(scope) ?? read(scope)
      // The clock may have been put back.
      if (Math.abs(now() - found.readAt) >= STALE_AFTER_MS && !reading.has(scope))
        void read(scope, Math.min(found.readAt, now()) - OVERLAP_MS)
      return (isNewest && reading.get(scope)) || found
    },
  }
}

/** The newest of some rows, newest first; of those with one id, the last one. */
function newestOf(rows: LedgerRow[]): LedgerRow[] {
  const all = new Map(rows.map((row) => [row.id, row]))
  return [...all.values()].sort((one, other) => other.countedAt - one.countedAt).slice(0, RUNS_KEPT)
}
