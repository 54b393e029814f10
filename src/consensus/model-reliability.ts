import type { ModelConfig } from '../contract/panel.ts'
import type { Deliberation, Votes } from '../engine/index.ts'
import { type ModelIdentity, outcomesOf, votesFrom } from './reliability.ts'
import type { ReliabilityStore } from './reliability-store.ts'

/** The running estimate of how reliable each model is. */
export interface ModelReliability {
  /** The vote weights of a panel; null for equal votes. */
  votesOf(models: ModelConfig[], scope: string): Promise<Votes | null>
  /** Counts which models agreed with the winners of a finished run. */
  count(result: Pick<Deliberation, 'entries' | 'quorumLost'>, scope: string): Promise<void>
}

interface ReliabilityParts {
  store: ReliabilityStore
  /** The concrete model that last answered for a model; its own id when none has. */
  servedAs: (model: ModelIdentity) => string
  now: () => number
  onReadFault: (error: unknown) => void
  onKeepFault: (error: unknown) => void
}

/** Creates the estimate on top of a store. If the store fails, votes are equal and the run goes on. */
export function createModelReliability(parts: ReliabilityParts): ModelReliability {
  const { store, now } = parts
  return {
    async votesOf(models, scope) {
      try {
        // Counted under the model that answers, so that the past of one model is not held against the next of its family.
        const concrete = models.map(({ provider, model }) => ({
          provider,
          model: parts.servedAs({ provider, model }),
        }))
        const tallies = await store.read(scope, concrete)
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
