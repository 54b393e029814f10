/** A stored vector close to the query vector. */
export interface VectorMatch {
  id: string
  cosine: number
}

/** A vector with its id and partition. */
export interface VectorEntry {
  id: string
  partition: string
  vector: Float32Array
}

/** Nearest-neighbour search by cosine among unit vectors, with separate partitions. */
export interface VectorIndex {
  /** The current search method, for display ('exact', 'usearch', …). */
  backend(): string
  /** Adds a vector, replacing an earlier one with the same id. */
  add(entry: VectorEntry): void
  remove(id: string): void
  /** The nearest vectors in these partitions only, nearest first (ties by id). */
  search(vector: Float32Array, within: { partitions: string[]; limit: number }): Promise<VectorMatch[]>
  /**
   * Makes the index hold exactly the expected vectors: those it already has stay, the missing ones are fetched in batches,
   * and all others are dropped. Resolves when done; searches and changes may continue in the meantime.
   */
  restore(
    expected: Map<string /* id */, string /* partition */>,
    vectorsOf: (ids: string[]) => Promise<Map<string, Float32Array>>,
  ): Promise<void>
  size(): number
  /** Saves what would be expensive to rebuild, and stops. */
  close(): Promise<void>
}
