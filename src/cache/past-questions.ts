import type { IterationEntry } from '../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { LIMITS } from '../contract/limits.ts'

export interface StoredResult {
  id: string
  /** Who can find it: results of one scope are invisible to all others. */
  scope: string
  /** Who asked for it, and can judge and delete it; several may share a scope. */
  owner: string
  /** Which router answered; results of the offline stand-in never answer a request for real models. */
  router: string
  /** Panel, structure and iterations it was made with, and a digest of its conditions. */
  fingerprint: string
  /** What else it was made with: prompts, axioms, our own models. Only results of the current edition are served. */
  edition: string
  query: string
  normalisedQuery: string
  createdAt: number
  /** Until when it may answer a new request. */
  servedUntil: number
  /** Until when it can be retrieved. */
  keptUntil: number
  response: EdgeConsensusResponse
}

/** A result to store, with its iterations, which lookups never read. */
export interface NewResult extends StoredResult {
  trace: IterationEntry[]
}

export interface ResultFilter {
  scope: string
  router: string
  edition: string
  /** Null for any, STANDALONE for those without conditions. */
  fingerprint: string | null
}

/** Which questions a search covers; null means any. */
export interface QuestionFilter extends Omit<ResultFilter, 'edition'> {
  edition: string | null
}

/** Of a near question no more is read. It is more than a search text may have, so that such a beginning equals none. */
export const LONGEST_NEAR = LIMITS.searchCharacters + 1

/** A past question near another one, with its newest result. */
export interface NearQuestion {
  cosine: number
  resultId: string
  /** As far as LONGEST_NEAR. */
  query: string
  normalisedQuery: string
  createdAt: number
}

export interface SearchBounds {
  limit: number
  /** Only questions with a result that may be served at this time, which is then the result returned. */
  servedAt?: number
  /** Questions that are further away are of no use; a store may leave them out. */
  leastCosine?: number
}

export interface StorageBounds {
  entries: number
  bytes: number
}

export interface OutdatedQuestion {
  number: number
  query: string
}

/** Past questions with vectors of one embedding model. A question may have several results, but only one vector. */
export interface PastQuestions {
  /** Stores a result; its vector is null if the model could not compute one. */
  save(result: NewResult, vector: Float32Array | null): Promise<void>
  get(id: string, scope: string): Promise<StoredResult | null>
  /** The iterations of a result; null if its owner has no such result, or it was stored without them. */
  traceOf(id: string, owner: string): Promise<IterationEntry[] | null>
  /** The newest result for exactly this query that may still be served. */
  findExact(normalisedQuery: string, filter: ResultFilter, now: number): Promise<StoredResult | null>
  /** The nearest questions, nearest first. Those stored by other processes are found after a moment at the latest. */
  nearest(vector: Float32Array, filter: QuestionFilter, bounds: SearchBounds): Promise<NearQuestion[]>
  /** Records that a result was used. The write may be delayed, because a hit must not wait for the disk. */
  markUsed(id: string, at: number): void
  /** A result and the older ones of its question and owner, which would be served instead. */
  withOlder(id: string): Promise<string[]>
  /** Deletes results with everything that belongs to them; returns how many of them existed. */
  remove(ids: string[]): Promise<number>
  /** Deletes results that need not be kept at this time; returns how many. */
  expire(now: number): Promise<number>
  /** Deletes results until the rest is within bounds: of who holds most, what was not used for longest. */
  evict(bounds: StorageBounds): Promise<number>
  count(): Promise<StorageBounds>
  /** How many questions with a higher number have no vector of this model. */
  countOutdated(after: number): Promise<number>
  /** Such questions, in order of their numbers. */
  outdated(after: number, limit: number): Promise<OutdatedQuestion[]>
  /** Sets the vectors of questions by their numbers. Those deleted meanwhile stay deleted. */
  setVectors(vectors: Map<number, Float32Array>): Promise<void>
}

/** How many of the questions that a result was served to are remembered, latest first. */
export const SERVED_REMEMBERED = 32

/** How many pairs of different questions are remembered per caller; beyond it the oldest are deleted. */
export const PAIRS_REMEMBERED = 10_000

/** Which questions a result was served to, and which pairs of normalised queries turned out to be different. */
export interface QuestionPairs {
  /** Records that a result was served to a differently worded question. The write may be delayed. */
  noteServed(resultId: string, asked: string, at: number): void
  /** The differently worded questions that a result was served to, latest first. */
  servedTo(resultId: string): Promise<string[]>
  /** Records for a caller that a question differs from the others; the order does not matter. */
  markDifferent(owner: string, pairs: { question: string; others: string[]; at: number }): Promise<void>
  /** Whether two questions were recorded as different for a caller. */
  areDifferent(owner: string, left: string, right: string): Promise<boolean>
}

export interface CacheTally {
  lookups: number
  hits: number
  similaritySum: number
}

export interface TallyStore {
  /** Adds to the tally of a scope. The write may be delayed, because a hit must not wait for the disk. */
  add(scope: string, tally: CacheTally): void
  read(scope: string): Promise<CacheTally>
}
