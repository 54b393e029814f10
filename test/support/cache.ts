import { openBuiltinEmbedder } from '../../src/adapters/builtin-embedder.ts'
import { createExactVectorIndex } from '../../src/adapters/exact-vector-index.ts'
import type { ResultStore } from '../../src/cache/result-store.ts'
import { openSemanticCache } from '../../src/cache/semantic-cache.ts'
import type { Embedder } from '../../src/vectors/embedder.ts'
import { createMemoryResultStore } from './memory-result-store.ts'
import { sampleEdgeResponse } from './samples.ts'

const HOUR = 3_600_000

/** A semantic cache over the built-in embedder, with a clock in the test's hand. */
export async function openTestCache({
  store = createMemoryResultStore(),
  mostEntries = 1_000,
  embedder,
}: {
  store?: ResultStore
  mostEntries?: number
  embedder?: Embedder
} = {}) {
  const builtin = embedder ?? (await openBuiltinEmbedder())
  const clock = { now: 1_000_000 }
  const outcomes: string[] = []
  const faults: unknown[] = []
  const open = () =>
    openSemanticCache({
      store,
      index: createExactVectorIndex(),
      embedder: builtin,
      now: () => clock.now,
      mostEntries,
      onLookup: (outcome) => outcomes.push(outcome),
      onFault: (error) => faults.push(error),
    })
  const cache = await open()

  interface Kept {
    id: string
    query: string
    scope?: string
    router?: string
    fingerprint?: string
    servedForMs?: number
    keptForMs?: number
  }
  const remember = ({ id, query, servedForMs = HOUR, keptForMs = 2 * HOUR, ...belongs }: Kept) =>
    cache.remember({
      scope: 'alice',
      router: 'offline',
      fingerprint: 'panel',
      ...belongs,
      id,
      response: sampleEdgeResponse(id, query),
      createdAt: clock.now,
      servedUntil: clock.now + servedForMs,
      keptUntil: clock.now + keptForMs,
    })
  return { cache, clock, outcomes, faults, remember, reopen: open }
}
