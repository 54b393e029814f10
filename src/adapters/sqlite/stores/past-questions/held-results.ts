import { LRUCache } from 'lru-cache'
import { STANDALONE } from '../../../../cache/fingerprint.ts'
import type { ResultFilter, StoredResult } from '../../../../cache/past-questions.ts'
import type { SizedResult } from '../../../storage/past-questions/result-row.ts'

/** Holds the most recently served results, up to a size, so that a repeated hit needs neither disk access nor parsing. */
export function createHeldResults(mostBytes: number) {
  const held = new LRUCache<string, SizedResult>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })

  return {
    /** The result, if it may still be served at that time. */
    get(query: string, filter: ResultFilter, now: number): StoredResult | null {
      const result = held.get(keyOf(query, filter))?.result
      return result === undefined || result.servedUntil <= now ? null : result
    },

    hold: (query: string, filter: ResultFilter, result: SizedResult) =>
      held.set(keyOf(query, filter), result),

    /** Forgets entries that would be found instead of a newer result. */
    giveWayTo(result: StoredResult): void {
      for (const fingerprint of [result.fingerprint, null, STANDALONE])
        held.delete(keyOf(result.normalisedQuery, { ...result, fingerprint }))
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
