import { LRUCache } from 'lru-cache'

/** How two texts are related; each kind has its own curve from cosine to relevance. */
export type PairKind = 'question-statement' | 'question-question'

/** Turns texts into vectors of 768 numbers and length 1. */
export interface Embedder {
  /** Name and version of the model; vectors of different models are never mixed in one index. */
  name: string
  /** One vector per text; during long texts, other callers get their turn. */
  embed(texts: string[], caller?: string): Promise<Float32Array[]>
  /** Converts a cosine into relevance from 0 to 1; 0.7 means that the two texts are really about the same thing. */
  relevance(cosine: number, pair: PairKind): number
}

/** The vector of one text. */
export async function embedOne(embedder: Embedder, text: string, caller?: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], caller)
  if (vector === undefined) throw new Error(`The embedder ${embedder.name} returned no vector.`)
  return vector
}

/** A vector takes 3 kB. */
const REMEMBERED = 2_048
/** Longer texts rarely recur. */
const LONGEST_TEXT = 4_000

/** Remembers the vectors of a caller's recent texts: each has its own, or the speed would tell what another asked. */
export function rememberVectors<Kind extends Embedder>(embedder: Kind): Kind {
  const lately = new LRUCache<string, Float32Array>({ max: REMEMBERED })

  async function embed(texts: string[], caller?: string): Promise<Float32Array[]> {
    if (caller === undefined) return embedder.embed(texts)
    const keys = texts.map((text) => (text.length > LONGEST_TEXT ? null : `${caller}\u0000${text}`))
    const known = keys.map((key) => (key === null ? undefined : lately.get(key)))
    const missing = texts.filter((_, place) => known[place] === undefined)
    if (missing.length === 0) return known as Float32Array[]
    const made = await embedder.embed(missing, caller)
    return known.map((vector, place) => {
      if (vector !== undefined) return vector
      const next = made.shift()!
      const key = keys[place]
      if (key) lately.set(key, next)
      return next
    })
  }

  return { ...embedder, embed }
}
