import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'

/** A past result without its content. */
export interface ResultSummary {
  id: string
  /** The owner: results of one scope are invisible to all others. */
  scope: string
  /** Which router answered; results of the offline stand-in never answer a request for real models. */
  router: string
  /** Panel, structure and iterations it was made with. */
  fingerprint: string
  /** What else it was made with: prompts, axioms, our own models. Only results of the current edition are served. */
  edition: string
  query: string
  normalisedQuery: string
  /** Name of the model that made the vector. */
  embedder: string
  createdAt: number
  /** Until when it may answer a new request. */
  servedUntil: number
  /** Until when it can be retrieved. */
  keptUntil: number
}

/** A past result as stored. */
export interface StoredResult extends ResultSummary {
  response: EdgeConsensusResponse
}

/** A stored result in the list of all, with the time of its last use. */
export interface ListedResult extends ResultSummary {
  usedAt: number
}

/** Which results a lookup may see; a null fingerprint means any. */
export interface ResultFilter {
  scope: string
  router: string
  edition: string
  fingerprint: string | null
}

/** Stores past results. */
export interface ResultStore {
  /** Stores a result; its vector is null if no model could compute one. */
  save(result: StoredResult, vector: Float32Array | null): Promise<void>
  get(id: string, scope: string): Promise<StoredResult | null>
  /** The newest result for exactly this query that may still be served. */
  findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<StoredResult | null>
  /** All results, least recently used first. Does not load their content, since there may be very many. */
  list(): Promise<ListedResult[]>
  /** The vectors of these results, for those that have one. */
  vectorsOf(ids: string[]): Promise<Map<string, Float32Array>>
  /** Replaces the vector of a stored result with that of another model. */
  replaceVector(id: string, vector: Float32Array, embedder: string): Promise<void>
  /** Deletes results; returns how many of them existed. */
  remove(ids: string[]): Promise<number>
  /** Records that a result was used. The write may be delayed, because a hit must not wait for the disk. */
  markUsed(id: string, at: number): void
}
