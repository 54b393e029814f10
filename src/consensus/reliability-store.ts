import type { ModelIdentity, ModelOutcome, Tally } from './reliability.ts'

/** Stores how often each model agreed with the winners; each scope has separate counts that no other can influence. */
export interface ReliabilityStore {
  /** The tallies of models, in the order requested; zeros for a model without counts. */
  read(scope: string, models: ModelIdentity[]): Promise<Tally[]>
  /** Counts one run. */
  record(scope: string, outcomes: ModelOutcome[], at: number): Promise<void>
}
