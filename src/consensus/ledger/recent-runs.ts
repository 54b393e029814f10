import { createBoundedCache } from '../../utils/bounded-cache.ts'
import { type LedgerRow, RUNS_KEPT, type RunLedger } from './run-ledger.ts'

/** The runs of a scope as this process knows them; another object after each read. */
export interface KnownRuns {
  rows: LedgerRow[]
  readAt: number
  /** How many runs were recorded here since they were read. */
  recorded: number
}

/** The newest runs of each scope, in memory. */
export interface RecentRuns {
  /** Those that are known; only the first call for a scope waits until they are read. */
  of(scope: string): Promise<KnownRuns>
  /** Tells that a run was recorded. */
  noteRecorded(scope: string): void
}

/** What is known is read again after this time, or after this many runs. */
const STALE_AFTER_MS = 60_000
const STALE_AFTER_RUNS = 25
/** Rows may be written later than they are dated, and clocks of other processes differ. */
const OVERLAP_MS = 5 * 60_000
/** How many rows are kept in memory, of all scopes together. */
const MOST_ROWS = 50_000

/** Keeps the newest runs of each scope, and reads in the background what is new. */
export function createRecentRuns(parts: {
  ledger: Pick<RunLedger, 'recent'>
  now: () => number
  /** Called when what is new could not be read. */
  onFault: (error: unknown) => void
}): RecentRuns {
  const { ledger, now } = parts
  const known = createBoundedCache<string, KnownRuns>(MOST_ROWS, ({ rows }) => rows.length + 1)
  const reading = new Map<string, Promise<KnownRuns>>()

  function read(scope: string, before?: KnownRuns): Promise<KnownRuns> {
    const readAt = now()
    const since = before && Math.min(before.readAt, readAt) - OVERLAP_MS
    const read = ledger
      .recent(scope, since)
      .then((rows) => {
        const after = { rows: merged(before?.rows ?? [], rows), readAt, recorded: 0 }
        known.set(scope, after)
        return after
      })
      .finally(() => reading.delete(scope))
    reading.set(scope, read)
    return read
  }

  function readIfStale(scope: string, found: KnownRuns): void {
    const isOld = Math.abs(now() - found.readAt) >= STALE_AFTER_MS
    if (!isOld && found.recorded < STALE_AFTER_RUNS) return
    if (!reading.has(scope)) read(scope, found).catch(parts.onFault)
  }

  return {
    async of(scope) {
      const found = known.get(scope)
      if (found === undefined) return reading.get(scope) ?? read(scope)
      readIfStale(scope, found)
      return found
    },
    noteRecorded(scope) {
      const found = known.get(scope)
      if (found === undefined) return
      found.recorded++
      readIfStale(scope, found)
    },
  }
}

/** The newest of the rows, newest first; what was read later stands for what was read before. */
function merged(before: LedgerRow[], rows: LedgerRow[]): LedgerRow[] {
  const all = new Map([...before, ...rows].map((row) => [row.id, row]))
  return [...all.values()].sort((one, other) => other.countedAt - one.countedAt).slice(0, RUNS_KEPT)
}
