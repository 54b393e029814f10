import { createBoundedCache } from '../utils/bounded-cache.ts'
import { within } from '../utils/within.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'

/** How long a request waits for the embedder. */
const PATIENCE_MS = 2_000
const REMEMBERED_LATELY = 1_024

/** A query, whose it is, and who asks it now; nobody where it is kept. */
interface AskedQuery {
  scope: string
  query: string
  caller?: string
}

/** Makes the vectors of queries; what is asked once is often asked again, so the latest are remembered. */
export interface QueryVectors {
  /** The vector of a query, or the embedder's failure. */
  embed(asked: AskedQuery): Promise<Float32Array>
  /** The vector of a query, or null while the embedder is away: nothing waits for it for long. */
  embedIfPossible(asked: AskedQuery): Promise<Float32Array | null>
}

/** Remembers for each scope apart: a vector that is there already would tell one caller what another has asked. */
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
        return await within(PATIENCE_MS, embed(asked))
      } catch (error) {
        onFault(error)
        return null
      }
    },
  }
}
