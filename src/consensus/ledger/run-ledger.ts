import { z } from 'zod'
import type { CountedRun } from './counted-run.ts'

/** How many runs of a scope the ledger keeps, and how many verdicts: the newest. */
export const RUNS_KEPT = 2_000
export const VERDICTS_KEPT = 10_000

/** What a caller says of a result, and what follows for each model of its panel. */
export const StoredVerdict = z.object({
  given: z.union([z.object({ right: z.boolean() }), z.object({ answer: z.string() })]),
  models: z.array(z.object({ provider: z.string(), model: z.string(), right: z.boolean().nullable() })),
})
export type StoredVerdict = z.infer<typeof StoredVerdict>

/** A run of the ledger, with what most of its verdicts say of each ballot; null if they say nothing, or as many the opposite. */
export interface LedgerRow extends Omit<CountedRun, 'ballots'> {
  id: string
  countedAt: number
  ballots: Array<CountedRun['ballots'][number] & { right: boolean | null }>
}

/** Stores which runs were counted and what callers say of results; no scope can influence another. */
export interface RunLedger {
  /** Records a run; one that is recorded already stays as it is. */
  record(run: { scope: string; id: string; run: CountedRun; at: number }): Promise<void>
  /** The newest runs of a scope, newest first; with a time, only those that were recorded or judged since then. */
  recent(scope: string, since?: number): Promise<LedgerRow[]>
  /** Stores what a caller says of a result, in place of what it said before; returns whether its run is recorded. */
  judge(verdict: {
    scope: string
    id: string
    caller: string
    verdict: StoredVerdict
    at: number
  }): Promise<boolean>
}
