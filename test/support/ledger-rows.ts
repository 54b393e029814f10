import type { CountedRun, LedgerRow, Stage } from '../../src/consensus/ledger/run-ledger.ts'

let recorded = 0

/** A counted run as the ledger returns it: without verdicts, or with one on its first group. */
export function ledgerRow(run: CountedRun, { right = null }: { right?: boolean | null } = {}): LedgerRow {
  const id = `row-${++recorded}`
  const ballots = run.ballots.map((ballot) => ({ ...ballot, right: ballot.group === 0 ? right : null }))
  return { ...run, id, countedAt: recorded, ballots }
}

/** What became of the first stage of a panel of two models and two others: an answer that stood, unless told otherwise. */
export function stageWith(changes: Partial<Stage> = {}): Stage {
  const panel = {
    first: ['openrouter|one', 'openrouter|two'],
    others: ['openrouter|three', 'openrouter|four'],
  }
  return { ...panel, promised: 0.9, accepted: true, agreed: null, isAudit: false, ...changes }
}
