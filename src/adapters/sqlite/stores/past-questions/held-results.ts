import { STANDALONE } from '../../../../cache/fingerprint.ts'
import type { ResultFilter, StoredResult } from '../../../../cache/past-questions.ts'
import { createBoundedCache } from '../../../../utils/bounded-cache.ts'
import type { SizedResult } from '../../../storage/past-questions/result-row.ts'

/** A question is asked once more within moments, if at all. */
const MOST_MISSING = 1_000

/** Holds the most recently served results, up to a size, so that a repeated hit needs neither disk access nor parsing. */
export function createHeldResults(mostBytes: number) {
  const held = createBoundedCache<string, SizedResult>(mostBytes, ({ bytes }) => bytes)
  const missing = createBoundedCache<string, true>(MOST_MISSING)

  return {
    /** The result, if it may still be served at that time. */
    get(query: string, filter: ResultFilter, now: number): StoredResult | null {
      const result = held.get(keyOf(query, filter))?.result
      return result === undefined || result.servedUntil <= now ? null : result
    },

    hold: (query: string, filter: ResultFilter, result: SizedResult) =>
      held.set(keyOf(query, filter), result),

    /** Notes that there is no result, and whether that was noted before: a run asks once more when it begins. */
    miss: (query: string, filter: ResultFilter) => missing.set(keyOf(query, filter), true),
    isMissing: (query: string, filter: ResultFilter) => missing.get(keyOf(query, filter)) ?? false,

    /** Forgets what would be found instead of a newer result. */
    giveWayTo(result: StoredResult): void {
      for (const fingerprint of [result.fingerprint, null, STANDALONE]) {
        const key = keyOf(result.normalisedQuery, { ...result, fingerprint })
        held.delete(key)
        missing.delete(key)
      }
    },

    remove(ids: string[]): void {
      const gone = new Set(ids)
      for (const [key, { result }] of held.entries()) if (gone.has(result.id)) held.delete(key)
    },
  }
}

function keyOf(query: string, { scope, router, edition, fingerprint }: ResultFilter): string {
  return `${scope}\u0000${router}\u0000${edition}\u0000${fingerprint ?? ''}\u0000${query}`
}
