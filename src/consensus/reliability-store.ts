import type { ModelIdentity, ModelOutcome, Tally } from './reliability.ts'

/** Where it is kept how models came out of past runs; each scope has counts of its own, which no other can steer. */
export interface ReliabilityStore {
  /** The tallies of models, in the order they are asked for; of nothing where nothing was counted. */
  read(scope: string, models: ModelIdentity[]): Promise<Tally[]>
  /** Counts one run. */
  record(scope: string, outcomes: ModelOutcome[], at: number): Promise<void>
}
