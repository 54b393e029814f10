import { STANDALONE } from '../../../../cache/fingerprint.ts'
import type { ResultFilter, StoredResult } from '../../../../cache/past-questions.ts'
import { createBoundedCache } from '../../../../utils/bounded-cache.ts'
import type { SizedResult } from '../../../storage/past-questions/result-row.ts'

/** The most recently served results, so that a repeated hit needs neither disk access nor parsing. */
export interface HeldResults {
  /** The result, if it may still be served at that time. */
  get(query: string, filter: ResultFilter, now: number): StoredResult | null
  hold(query: string, filter: ResultFilter, result: SizedResult): void
  /** Forgets entries that would be found instead of a newer result. */
  giveWayTo(result: StoredResult): void
  remove(ids: string[]): void
}

/** Creates an empty memory for results of this size. */
export function createHeldResults(mostBytes: number): HeldResults {
  const held = createBoundedCache<string, SizedResult>(mostBytes, ({ bytes }) => bytes)

  return {
    get(query, filter, now) {
      const result = held.get(keyOf(query, filter))?.result
      return result === undefined || result.servedUntil <= now ? null : result
    },

    hold: (query, filter, result) => held.set(keyOf(query, filter), result),

    giveWayTo(result) {
      for (const fingerprint of [result.fingerprint, null, STANDALONE])
        held.delete(keyOf(result.normalisedQuery, { ...result, fingerprint }))
    },

    remove(ids) {
      const gone = new Set(ids)
      for (const [key, { result }] of held.entries()) if (gone.has(result.id)) held.delete(key)
    },
  }
}

function keyOf(query: string, { scope, router, edition, fingerprint }: ResultFilter): string {
  return `${scope}\u0000${router}\u0000${edition}\u0000${fingerprint ?? ''}\u0000${query}`
}
