/** A stored vector close to the one searched for. */
export interface VectorMatch {
  id: string
  cosine: number
}

/** A vector to be found again by its id, within its partition. */
export interface VectorEntry {
  id: string
  partition: string
  vector: Float32Array
}

/** Nearest neighbours by cosine among unit vectors, each partition apart from all others. */
export interface VectorIndex {
  /** How it searches now, for people to read ('exact', 'usearch', …). */
  backend(): string
  /** Adds a vector, in place of an earlier one of the same id. */
  add(entry: VectorEntry): void
  remove(id: string): void
  /** The nearest within these partitions and nowhere else, nearest first (ties by id). */
  search(vector: Float32Array, within: { partitions: string[]; limit: number }): Promise<VectorMatch[]>
  /**
   * Makes the index hold exactly these: what it kept from before and is still expected stays, the rest of what is
   * expected is fetched in batches and added, anything else dropped. Resolves when done; searches and changes may go
   * on meanwhile.
   */
  restore(
    expected: Map<string /* id */, string /* partition */>,
    vectorsOf: (ids: string[]) => Promise<Map<string, Float32Array>>,
  ): Promise<void>
  size(): number
  /** Writes down what must not be built again, and stops. */
  close(): Promise<void>
}
