import { MEMORY_RUNS, outcomesOf, type Tally, votesFrom } from '../../src/consensus/reliability.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Votes } from '../../src/engine/panel/panel.ts'

/** Votes weighted by previous runs, as in the service, without knowing the right answers. */
export interface RunningVotes {
  now(): Votes | null
  count(result: Deliberation): void
}

/** Equal votes for a panel without previous runs. */
export function beginVotes(models: string[]): RunningVotes {
  const tallies = new Map<string, Tally>(models.map((model) => [model, { answered: 0, won: 0 }]))
  return {
    now: () => votesFrom([...tallies].map(([model, tally]) => ({ provider: 'openrouter', model, ...tally }))),
    count({ entries: [first] }) {
      if (first === undefined) return
      for (const { model, won } of outcomesOf(first)) tallies.set(model, countRun(tallies.get(model)!, won))
    },
  }
}

/** A tally after one more run; the stores of the service count in the same way, in one statement. */
export function countRun({ answered, won }: Tally, isWinner: boolean): Tally {
  const next = { answered: answered + 1, won: isWinner ? won + 1 : won }
  return next.answered < MEMORY_RUNS ? next : { answered: next.answered / 2, won: next.won / 2 }
}
