import type { CountedRun } from '../../src/consensus/ledger/run-ledger.ts'

/** A counted run of models of the routing provider by their groups, of which the first was delivered. */
export function runOf(groups: Record<string, number | null>): CountedRun {
  const ballots = Object.entries(groups).map(([model, group]) => ({
    provider: 'openrouter',
    model,
    group,
    cost: null,
  }))
  return { ballots, delivered: 0 }
}

/** Two more models that always agree, so that every run has winners. */
const FILLERS = { 'filler/one': 0, 'filler/two': 0 }

/** Runs of which each model won as many as told: the first ones, against those that lost. */
export function runsWon(won: Record<string, number>, runs = 60): CountedRun[] {
  return Array.from({ length: runs }, (_, run) => {
    const groups = Object.entries(won).map(([model, wins], place) => [model, run < wins ? 0 : place + 1])
    return runOf({ ...Object.fromEntries(groups), ...FILLERS })
  })
}
