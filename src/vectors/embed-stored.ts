import type { VectorStore } from './vector-store.ts'

/** How many texts are embedded before they are stored. */
const BATCH = 256

interface StoredEmbedding {
  /** Name of the embedding model. */
  embedder: string
  embed: (texts: string[]) => Promise<Float32Array[]>
  store: VectorStore
  /** Called with the number of new texts that are left. */
  onProgress: (left: number) => void
}

/**
 * The vectors of texts, read from the store if known, otherwise computed and stored batch by batch, so that an
 * interrupted run can continue. If some were new, vectors of other models and of removed texts are deleted.
 */
export async function embedStored(
  texts: string[],
  { embedder, embed, store, onProgress }: StoredEmbedding,
): Promise<Float32Array[]> {
  const known = await store.load(embedder, texts)
  const missing = [...new Set(texts)].filter((text) => !known.has(text))
  for (let start = 0; start < missing.length; start += BATCH) {
    onProgress(missing.length - start)
    const batch = missing.slice(start, start + BATCH)
    const vectors = await embed(batch)
    const made = new Map(batch.map((text, index) => [text, vectors[index]!]))
    await store.save(embedder, made)
    for (const [text, vector] of made) known.set(text, vector)
  }
  onProgress(0)
  if (missing.length > 0) await store.keepOnly(embedder, texts)
  return texts.map((text) => known.get(text)!)
}
