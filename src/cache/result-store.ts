import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'

/** What is known of a past result without opening it. */
export interface ResultSummary {
  id: string
  /** Whose it is: nothing of one scope is seen from another. */
  scope: string
  /** Who answered; results of the offline stand-in never serve a real request. */
  router: string
  /** Panel, structure and iterations it was made with. */
  fingerprint: string
  /** What it was made with besides: prompts, axioms, models of our own. Only the current edition is served. */
  edition: string
  query: string
  normalisedQuery: string
  /** Name of the model that made the vector. */
  embedder: string
  createdAt: number
  /** Until when it may answer a new request. */
  servedUntil: number
  /** Until when it can be looked up. */
  keptUntil: number
}

/** A past result as it is kept. */
export interface StoredResult extends ResultSummary {
  response: EdgeConsensusResponse
}

/** A kept result in the list of all, with when it was last of use. */
export interface ListedResult extends ResultSummary {
  usedAt: number
}

/** Which results a lookup may see; a fingerprint of null means any. */
export interface ResultFilter {
  scope: string
  router: string
  edition: string
  fingerprint: string | null
}

/** Where past results are kept. */
export interface ResultStore {
  /** Keeps a result; its vector is null where no model could make one. */
  save(result: StoredResult, vector: Float32Array | null): Promise<void>
  get(id: string, scope: string): Promise<StoredResult | null>
  /** The newest result for exactly this query that may still be served. */
  findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<StoredResult | null>
  /** Every result there is, the one of use longest ago first. Opens none: there may be very many. */
  list(): Promise<ListedResult[]>
  /** The vectors of these results, of those that have one. */
  vectorsOf(ids: string[]): Promise<Map<string, Float32Array>>
  /** Gives a kept result the vector of another model. */
  replaceVector(id: string, vector: Float32Array, embedder: string): Promise<void>
  /** Drops results for good; tells how many of them there were. */
  remove(ids: string[]): Promise<number>
  /** Notes that a result was of use. May be written later, as a hit must not wait for the disk. */
  markUsed(id: string, at: number): void
}
