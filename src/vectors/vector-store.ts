/** Keeps vectors by the text they are of, so that no text is embedded twice by one model. */
export interface VectorStore {
  /** The vectors of those texts that are known, made by the named model. */
  load(embedder: string, texts: string[]): Promise<Map<string, Float32Array>>
  save(embedder: string, vectors: Map<string, Float32Array>): Promise<void>
  /** Forgets what another model made, and the texts that are no longer among these. */
  keepOnly(embedder: string, texts: string[]): Promise<void>
}
