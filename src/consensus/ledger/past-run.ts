import { voterOf } from '../../engine/index.ts'
import type { PastRun } from './estimate-voters.ts'
import type { LedgerRow } from './run-ledger.ts'

/** A run of the ledger as estimates take it: the voters of each group, and what is known of them. */
export function pastRun({ ballots }: Pick<LedgerRow, 'ballots'>): PastRun {
  const groups: string[][] = []
  const verdicts = new Map<string, boolean>()
  for (const { group, right, ...model } of ballots) {
    if (group === null) continue
    const voter = voterOf(model)
    groups[group] = [...(groups[group] ?? []), voter]
    if (right !== null) verdicts.set(voter, right)
  }
  return { groups: groups.filter((group) => group !== undefined), verdicts }
}
