import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether this is `npm run test:long`. */
    isLong: boolean
  }
}

// `npm test` uses a fixed seed and few runs, which find what a change breaks everywhere; `npm run test:long` a new seed each
// time, and many runs.
if (!inject('isLong')) fc.configureGlobal({ seed: 1, numRuns: 25 })

/** The number of cases to try: all in the long run, otherwise one part of them. */
export function share(all: number, parts = 8): number {
  return inject('isLong') ? all : Math.ceil(all / parts)
}

/** The rows of a table to try: all in the long run, otherwise one in so many. */
export function sample<Row>(rows: Row[], oneIn = 8): Row[] {
  return inject('isLong') ? rows : rows.filter((_, place) => place % oneIn === 0)
}

/** The number of runs of a property. */
export function tries(all: number): { numRuns: number } {
  return { numRuns: share(all) }
}
