/** Lookups and hits of one scope. */
export interface CacheTally {
  lookups: number
  hits: number
  similaritySum: number
}

/** Where the statistics of the cache are kept. */
export interface TallyStore {
  /** Adds to the tally of a scope. May be written later, as a hit must not wait for the disk. */
  add(scope: string, tally: CacheTally): void
  read(scope: string): Promise<CacheTally>
}
