import type { ModelConfig } from '../contract/panel.ts'
import type { Deliberation, Votes } from '../engine/index.ts'
import { outcomesOf, votesFrom } from './reliability.ts'
import type { ReliabilityStore } from './reliability-store.ts'

/** The running estimate of how far each model can be relied on. */
export interface ModelReliability {
  /** What the votes of a panel weigh; null for equal votes. */
  votesOf(models: ModelConfig[], scope: string): Promise<Votes | null>
  /** Counts who stood with the winners of a finished run. */
  count(result: Pick<Deliberation, 'entries' | 'quorumLost'>, scope: string): Promise<void>
}

interface ReliabilityParts {
  store: ReliabilityStore
  now: () => number
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** Opens the estimate over a store. A store that fails costs no run its answer: votes are equal then. */
export function createModelReliability(parts: ReliabilityParts): ModelReliability {
  const { store, now } = parts
  return {
    async votesOf(models, scope) {
      try {
        const tallies = await store.read(scope, models)
        return votesFrom(models.map((model, index) => ({ ...model, ...tallies[index]! })))
      } catch (error) {
        parts.onReadFault(error)
        return null
      }
    },

    async count({ entries, quorumLost }, scope) {
      const [exposition] = entries
      if (exposition === undefined || quorumLost) return
      const outcomes = outcomesOf(exposition)
      if (outcomes.length === 0) return
      await store.record(scope, outcomes, now()).catch(parts.onKeepFault)
    },
  }
}
