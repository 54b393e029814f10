import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import type { Embedder } from '../../src/vectors/embedder.ts'

/** An embedder under which “anything 0.93” has the cosine, and the similarity, 0.93 with “anything 1”. */
export function createPlanarEmbedder(): Embedder {
  return {
    name: 'planar',
    async embed(texts) {
      return texts.map((text) => {
        const cosine = Number(text.split(' ').at(-1))
        const vector = new Float32Array(EMBEDDING_DIMENSIONS)
        vector[0] = cosine
        vector[1] = Math.sqrt(1 - cosine * cosine)
        return vector
      })
    },
    relevance: (cosine) => cosine,
  }
}
