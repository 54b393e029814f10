/** Stores vectors by their text, so that no text is embedded twice with the same model. */
export interface VectorStore {
  /** The vectors of the texts that are stored for this model. */
  load(embedder: string, texts: string[]): Promise<Map<string, Float32Array>>
  save(embedder: string, vectors: Map<string, Float32Array>): Promise<void>
  /** Deletes the vectors of other models, and of texts that are not in the list. */
  keepOnly(embedder: string, texts: string[]): Promise<void>
}
