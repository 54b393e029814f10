/** Stores vectors by their text, so that no text is embedded twice with the same model. */
export interface VectorStore {
  load(embedder: string, texts: string[]): Promise<Map<string, Float32Array>>
  save(embedder: string, vectors: Map<string, Float32Array>): Promise<void>
  /** Deletes the vectors of other models, and of texts that are not in the list. */
  keepOnly(embedder: string, texts: string[]): Promise<void>
}

/** Runs work while no other process runs work of that name; it should begin by finding out what is left to do. */
export type OneAtATime = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Runs work at once, for what no other process does or what may be done twice. */
export const withoutLock: OneAtATime = (_, work) => work()

const BATCH = 256

interface StoredEmbedding {
  embedder: string
  embed: (texts: string[]) => Promise<Float32Array[]>
  store: VectorStore
  /** So that processes that share the store do not pay for the same texts. */
  oneAtATime: OneAtATime
  /** Called with the number of new texts that are left. */
  onProgress: (left: number) => void
}

/** The vectors of texts, read from the store or computed and stored batch by batch, so that it can be interrupted. */
export async function embedStored(
  texts: string[],
  { embedder, embed, store, oneAtATime, onProgress }: StoredEmbedding,
): Promise<Float32Array[]> {
  const known = new Map<string, Float32Array>()

  /** Reads what is stored by now; returns the texts that have no vector yet. */
  async function findMissing(): Promise<string[]> {
    for (const [text, vector] of await store.load(embedder, texts)) known.set(text, vector)
    return [...new Set(texts)].filter((text) => !known.has(text))
  }

  async function embedMissing(): Promise<void> {
    const missing = await findMissing()
    for (let start = 0; start < missing.length; start += BATCH) {
      onProgress(missing.length - start)
      const batch = missing.slice(start, start + BATCH)
      const vectors = await embed(batch)
      const made = new Map(batch.map((text, index) => [text, vectors[index]!]))
      await store.save(embedder, made)
      for (const [text, vector] of made) known.set(text, vector)
    }
    await store.keepOnly(embedder, texts)
  }

  const missing = await findMissing()
  if (missing.length > 0) {
    onProgress(missing.length)
    await oneAtATime(`vectors of ${embedder}`, embedMissing)
  }
  onProgress(0)
  return texts.map((text) => known.get(text)!)
}
