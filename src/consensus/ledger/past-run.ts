import { voterOf } from '../../engine/index.ts'
import type { PastRun } from './estimate-voters.ts'
import type { LedgerRow } from './run-ledger.ts'

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
