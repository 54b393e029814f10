import { LRUCache } from 'lru-cache'
import type { ListedModel } from '../../consensus/model-catalogue.ts'

export type Learned = ReturnType<typeof createLearned>

/** What calls of models have taught: plain data, which whatever runs in one process may share. */
export function createLearned() {
  return {
    /** The lists of models that were fetched of late, by server and key. */
    lists: new LRUCache<string, ListedModel[]>({ max: 64, ttl: 10 * 60_000 }),
    /** The concrete models that last answered. */
    served: new LRUCache<string, string>({ max: 10_000 }),
    /** The ids that a self-hosted server knows with their prefix. */
    fullIds: new LRUCache<string, true>({ max: 1_000 }),
    /** Features, each with an endpoint that rejected it and is not asked for it again. */
    refused: new LRUCache<string, true>({ max: 4_000 }),
  }
}
