import { LRUCache } from 'lru-cache'
import { voterOf } from '../../engine/index.ts'
import type { PastRun } from './estimate-voters.ts'
import { type LedgerRow, RUNS_KEPT, type RunLedger } from './run-ledger.ts'

/** The runs of a scope as this process knows them; another object whenever they change. */
export interface KnownRuns {
  rows: LedgerRow[]
  /** When the ledger was read. */
  readAt: number
  /** What was recorded here since, and is not among the rows yet. */
  recorded: LedgerRow[]
}

/** The newest runs of each scope, in memory. */
export interface RecentRuns {
  /** Those that are known; only the first call for a scope waits until they are read. */
  of(scope: string): Promise<KnownRuns>
  /** Tells that a run was recorded. */
  noteRecorded(run: Parameters<RunLedger['record']>[0]): void
}

/** What others have recorded is read after this time. */
const STALE_AFTER_MS = 60_000
/** What was recorded here is taken in so many runs at once, because votes are computed anew then. */
const RUNS_AT_ONCE = 25
/** Rows may be written later than they are dated, and clocks of other processes differ. */
const OVERLAP_MS = 5 * 60_000
/** How many rows are kept in memory, of all scopes together: about 700 bytes each. */
const MOST_ROWS = 50_000

/** Keeps the newest runs of each scope, and reads in the background what is new. */
export function createRecentRuns(parts: {
  ledger: Pick<RunLedger, 'recent'>
  now: () => number
  /** Called when what is new could not be read. */
  onFault: (error: unknown) => void
}): RecentRuns {
  const { ledger, now } = parts
  const known = new LRUCache<string, KnownRuns>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ rows }) => rows.length + 1,
  })
  const reading = new Map<string, Promise<KnownRuns>>()

  /** Adds rows to what is known. */
  function add(scope: string, rows: LedgerRow[], readAt: number): KnownRuns {
    const before = known.get(scope)
    const all = [...(before?.rows ?? []), ...(before?.recorded ?? []), ...rows]
    const after = { rows: newestOf(all), readAt, recorded: [] }
    known.set(scope, after)
    return after
  }

  function read(scope: string, since?: number): Promise<KnownRuns> {
    const readAt = now()
    const read = ledger
      .recent(scope, since)
      .then((rows) => add(scope, rows, readAt))
      .finally(() => reading.delete(scope))
    reading.set(scope, read)
    return read
  }

  return {
    async of(scope) {
      const found = known.get(scope)
      if (found === undefined) return reading.get(scope) ?? read(scope)
      const { readAt } = found
      // The clock may have been put back.
      if (Math.abs(now() - readAt) >= STALE_AFTER_MS && !reading.has(scope))
        read(scope, Math.min(readAt, now()) - OVERLAP_MS).catch(parts.onFault)
      return found
    },
    noteRecorded({ scope, id, run, at }) {
      const found = known.get(scope)
      if (found === undefined) return
      const ballots = run.ballots.map((ballot) => ({ ...ballot, right: null }))
      found.recorded.push({ ...run, id, countedAt: at, ballots })
      if (found.recorded.length >= RUNS_AT_ONCE) add(scope, [], found.readAt)
    },
  }
}

/** The newest of some rows, newest first; of those with one id, the last one. */
function newestOf(rows: LedgerRow[]): LedgerRow[] {
  const all = new Map(rows.map((row) => [row.id, row]))
  return [...all.values()].sort((one, other) => other.countedAt - one.countedAt).slice(0, RUNS_KEPT)
}

/** With fewer answers a run tells nothing: two agree or they do not. */
const FEWEST_ANSWERS = 3

/** The runs of the ledger from which models are estimated; not those that a first stage answered alone. */
export function pastRuns(rows: LedgerRow[]): PastRun[] {
  return rows.filter(isTelling).map(pastRun)
}

function isTelling({ ballots, stage }: LedgerRow): boolean {
  const isAnsweredByFew = stage?.accepted === true && !stage.isAudit
  const hasOneSeatEach = new Set(ballots.map(voterOf)).size === ballots.length
  const answers = ballots.filter(({ group }) => group !== null).length
  return !isAnsweredByFew && hasOneSeatEach && answers >= FEWEST_ANSWERS
}

/** A run of the ledger as estimates take it: the voters of each group, and what is known of them. */
export function pastRun({ ballots }: Pick<LedgerRow, 'ballots'>): PastRun {
  const groups: string[][] = []
  const silent: string[] = []
  const verdicts = new Map<string, boolean>()
  for (const { group, right, ...model } of ballots) {
    const voter = voterOf(model)
    if (group === null) {
      silent.push(voter)
      continue
    }
    groups[group] = [...(groups[group] ?? []), voter]
    if (right !== null) verdicts.set(voter, right)
  }
  const given = groups.filter((group) => group !== undefined)
  return { groups: given, verdicts, ...(silent.length > 0 && { silent }) }
}

/** What a first reply of each voter costs on average, as far as that is known. */
export function meanCosts(rows: LedgerRow[], voters: string[]): Record<string, number | null> {
  const sums = new Map(voters.map((voter) => [voter, { cost: 0, replies: 0 }]))
  for (const { ballots, stage } of rows)
    for (const { cost, ...model } of ballots) {
      const sum = sums.get(voterOf(model))
      // In an audit the replies of the first models are used again, for nothing.
      if (sum === undefined || cost === null || (cost === 0 && stage?.isAudit)) continue
      sum.cost += cost
      sum.replies++
    }
  return Object.fromEntries(
    [...sums].map(([voter, { cost, replies }]) => [voter, replies === 0 ? null : cost / replies]),
  )
}
