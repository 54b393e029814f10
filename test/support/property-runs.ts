import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether everything is tested, however long it takes: `npm run test:long`. */
    isLong: boolean
  }
}

// The usual test tries the same each time; the long one leaves it to chance.
if (!inject('isLong')) fc.configureGlobal({ seed: 1 })

/** How much of something is tried: one part in so many in the usual test, all in the long one. */
export function share(all: number, parts = 4): number {
  return inject('isLong') ? all : Math.ceil(all / parts)
}

/** How often a property is tried. */
export function tries(all: number): { numRuns: number } {
  return { numRuns: share(all) }
}
