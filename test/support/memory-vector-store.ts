import type { VectorStore } from '../../src/vectors/embed-stored.ts'

/** The vector store as simply as it can be written, for what is not about storing. */
export function createMemoryVectorStore(): VectorStore {
  const kept = new Map<string, Map<string, Float32Array>>()
  return {
    async load(embedder, texts) {
      const known = kept.get(embedder) ?? new Map<string, Float32Array>()
      return new Map([...known].filter(([text]) => texts.includes(text)))
    },
    async save(embedder, vectors) {
      kept.set(embedder, new Map([...(kept.get(embedder) ?? []), ...vectors]))
    },
    async keepOnly(embedder, texts) {
      const wanted = new Set(texts)
      const left = [...(kept.get(embedder) ?? [])].filter(([text]) => wanted.has(text))
      kept.clear()
      kept.set(embedder, new Map(left))
    },
  }
}
