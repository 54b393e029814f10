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
