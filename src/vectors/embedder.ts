/** What two texts are to each other; each kind has its own curve from cosine to relevance. */
export type PairKind = 'question-statement' | 'question-question'

/** Turns texts into vectors of 768 numbers and length 1. */
export interface Embedder {
  /** Name and version of the model; vectors of two names never meet in one index. */
  name: string
  /** One vector for each text; where they are long, others get their turn beside the caller they are for. */
  embed(texts: string[], caller?: string): Promise<Float32Array[]>
  /** What a cosine of this model's vectors means, from 0 to 1: at 0.7 the two are really about the same. */
  relevance(cosine: number, pair: PairKind): number
}

/** The vector of one text. */
export async function embedOne(embedder: Embedder, text: string, caller?: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], caller)
  if (vector === undefined) throw new Error(`The embedder ${embedder.name} returned no vector.`)
  return vector
}
