import { countRun, outcomesOf, type Tally, votesFrom } from '../../src/consensus/reliability.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Votes } from '../../src/engine/panel/votes.ts'

/** Votes that are weighed by what the runs before have shown, as the service does, with no key to the answers. */
export interface RunningVotes {
  now(): Votes | null
  count(result: Deliberation): void
}

/** Equal votes for a panel that has not been heard yet. */
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
