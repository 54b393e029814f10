import { createBoundedCache } from '../utils/bounded-cache.ts'
import { withTimeLimit } from '../utils/with-time-limit.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'

/** How long a request waits for the embedder. */
const TIMEOUT_MS = 2_000
const REMEMBERED_LATELY = 1_024

/** A query, its owner, and the caller that asks it now, if any. */
interface AskedQuery {
  scope: string
  query: string
  caller?: string
}

/** Embeds queries; recent vectors are remembered, because queries often repeat. */
export interface QueryVectors {
  /** The vector of a query, or the error of the embedder. */
  embed(asked: AskedQuery): Promise<Float32Array>
  /** The vector of a query, or null while the embedder is unavailable; never waits long. */
  embedIfPossible(asked: AskedQuery): Promise<Float32Array | null>
}

/** Remembers vectors per scope: a shared memory would reveal to one caller what another has asked. */
export function createQueryVectors(embedder: Embedder, onFault: (error: unknown) => void): QueryVectors {
  const lately = createBoundedCache<string, Float32Array>(REMEMBERED_LATELY)

  async function embed({ scope, query, caller }: AskedQuery): Promise<Float32Array> {
    const key = `${scope}\u0000${query}`
    const known = lately.get(key)
    if (known !== undefined) return known
    const vector = await embedOne(embedder, query, caller)
    lately.set(key, vector)
    return vector
  }

  return {
    embed,
    async embedIfPossible(asked) {
      try {
        return await withTimeLimit(TIMEOUT_MS, embed(asked))
      } catch (error) {
        onFault(error)
        return null
      }
    },
  }
}
