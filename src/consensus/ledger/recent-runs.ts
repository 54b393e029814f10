import { LRUCache } from 'lru-cache'
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
