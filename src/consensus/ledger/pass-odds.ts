import { voterOf } from '../../engine/index.ts'
import { ENOUGH_RUNS } from './estimate-voters.ts'
import type { LedgerRow } from './run-ledger.ts'

/**
 * The odds that a program of each voter gives every result that a question states, as if one more did and one more did not;
 * null while one of them was run too seldom. Programs that agree say less: on a few inputs wrong ones are alike.
 */
export function passOdds(rows: LedgerRow[], voters: string[]): number[] | null {
  const counts = new Map(voters.map((voter) => [voter, { passed: 0, missed: 0 }]))
  for (const { ballots } of rows)
    for (const ballot of ballots) {
      const count = ballot.passed === undefined ? undefined : counts.get(voterOf(ballot))
      if (count !== undefined) count[ballot.passed ? 'passed' : 'missed']++
    }
  const all = voters.map((voter) => counts.get(voter)!)
  if (all.some(({ passed, missed }) => passed + missed < ENOUGH_RUNS)) return null
  return all.map(({ passed, missed }) => (passed + 1) / (missed + 1))
}
