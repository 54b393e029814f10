import { LRUCache } from 'lru-cache'
import type { ListedModel } from '../../consensus/model-catalogue.ts'

export type Learned = ReturnType<typeof createLearned>

const MOST_LISTS = 64
const LISTS_MS = 10 * 60_000
const MOST_MODELS = 10_000
const MOST_FULL_IDS = 1_000
const MOST_REFUSED = 4_000

/** What calls of models have taught: plain data, which whatever runs in one process may share. */
export function createLearned() {
  return {
    /** The lists of models that were fetched of late, by server and key. */
    lists: new LRUCache<string, ListedModel[]>({ max: MOST_LISTS, ttl: LISTS_MS }),
    /** The concrete models that last answered. */
    served: new LRUCache<string, string>({ max: MOST_MODELS }),
    /** The ids that a self-hosted server knows with their prefix. */
    fullIds: new LRUCache<string, true>({ max: MOST_FULL_IDS }),
    /** Features, each with an endpoint that rejected it and is not asked for it again. */
    refused: new LRUCache<string, true>({ max: MOST_REFUSED }),
  }
}
