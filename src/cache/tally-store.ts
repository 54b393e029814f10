/** Lookups and hits of one scope. */
export interface CacheTally {
  lookups: number
  hits: number
  similaritySum: number
}

/** Stores the statistics of the cache. */
export interface TallyStore {
  /** Adds to the tally of a scope. The write may be delayed, because a hit must not wait for the disk. */
  add(scope: string, tally: CacheTally): void
  read(scope: string): Promise<CacheTally>
}
