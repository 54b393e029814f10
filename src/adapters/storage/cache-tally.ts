import type { CacheTally } from '../../cache/tally-store.ts'

/** What is counted of a scope that nothing was asked in. */
export const NO_TALLY: CacheTally = { lookups: 0, hits: 0, similaritySum: 0 }

/** The sum of two tallies. */
export function addTallies(one: CacheTally, other: CacheTally = NO_TALLY): CacheTally {
  return {
    lookups: one.lookups + other.lookups,
    hits: one.hits + other.hits,
    similaritySum: one.similaritySum + other.similaritySum,
  }
}
