import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'

/** A past result as it is kept. */
export interface StoredResult {
  id: string
  /** Whose it is: nothing of one scope is seen from another. */
  scope: string
  /** Who answered; results of the offline stand-in never serve a real request. */
  router: string
  /** Panel, structure and iterations it was made with. */
  fingerprint: string
  normalisedQuery: string
  response: EdgeConsensusResponse
  vector: Float32Array
  /** Name of the model that made the vector. */
  embedder: string
  createdAt: number
  /** Until when it may answer a new request. */
  servedUntil: number
  /** Until when it can be looked up. */
  keptUntil: number
}

/** Which results a lookup may see; a fingerprint of null means any. */
export interface ResultFilter {
  scope: string
  router: string
  fingerprint: string | null
}

/** Lookups and hits of one scope. */
export interface CacheTally {
  lookups: number
  hits: number
  similaritySum: number
}

/** Where past results and the statistics about them are kept. */
export interface ResultStore {
  save(result: StoredResult): Promise<void>
  get(id: string, scope: string): Promise<StoredResult | null>
  /** The newest result for exactly this query that may still be served. */
  findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<StoredResult | null>
  /** Every kept result, oldest first. */
  all(now: number): Promise<StoredResult[]>
  /** Gives a kept result the vector of another model. */
  replaceVector(id: string, vector: Float32Array, embedder: string): Promise<void>
  /** Removes what need not be kept any longer, and the oldest beyond a number; returns their ids. */
  sweep(now: number, most: number): Promise<string[]>
  addToTally(scope: string, tally: CacheTally): Promise<void>
  tally(scope: string): Promise<CacheTally>
}
