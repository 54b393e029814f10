/** A stored vector close to the one searched for. */
export interface VectorMatch {
  id: string
  cosine: number
}

interface VectorSearch {
  limit: number
  /** Only vectors whose id is accepted are looked at. */
  accepts: (id: string) => boolean
}

/** Nearest neighbours by cosine among unit vectors. */
export interface VectorIndex {
  /** How it searches, for people to read. */
  backend: string
  add(id: string, vector: Float32Array): void
  remove(id: string): void
  search(vector: Float32Array, search: VectorSearch): Promise<VectorMatch[]>
}
