import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { dotProductAt } from '../../vectors/dot-product.ts'
import type { VectorMatch } from '../../vectors/vector-index.ts'
import { keepNearest } from './nearest-matches.ts'

/** A table this small is not shrunk. */
const SMALLEST_ROWS = 4
/** How many vectors are compared before other work gets its turn: about 3 ms. */
export const ROWS_AT_A_TIME = 1024

/** The vectors of one partition in one block of memory. */
export interface VectorTable {
  set(id: string, vector: Float32Array): void
  remove(id: string): void
  /** A copy of a stored vector. */
  get(id: string): Float32Array | null
  ids(): string[]
  size(): number
  search(vector: Float32Array, limit: number): Promise<VectorMatch[]>
}

/** Compares a vector with every stored one; its memory grows and shrinks with their number. */
export function createVectorTable(): VectorTable {
  const ids: string[] = []
  const slots = new Map<string, number>()
  let table = new Float32Array(SMALLEST_ROWS * EMBEDDING_DIMENSIONS)

  const rows = () => table.length / EMBEDDING_DIMENSIONS

  function resize(count: number): void {
    const other = new Float32Array(count * EMBEDDING_DIMENSIONS)
    other.set(table.subarray(0, Math.min(table.length, other.length)))
    table = other
  }

  return {
    set(id, vector) {
      const slot = slots.get(id) ?? ids.length
      if (slot >= rows()) resize(rows() * 2)
      table.set(vector, slot * EMBEDDING_DIMENSIONS)
      ids[slot] = id
      slots.set(id, slot)
    },

    remove(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      const last = ids.length - 1
      const from = last * EMBEDDING_DIMENSIONS
      table.copyWithin(slot * EMBEDDING_DIMENSIONS, from, from + EMBEDDING_DIMENSIONS)
      ids[slot] = ids[last]!
      slots.set(ids[slot], slot)
      ids.pop()
      slots.delete(id)
      if (rows() > SMALLEST_ROWS && ids.length <= rows() / 4) resize(rows() / 2)
    },

    get(id) {
      const slot = slots.get(id)
      if (slot === undefined) return null
      return table.slice(slot * EMBEDDING_DIMENSIONS, (slot + 1) * EMBEDDING_DIMENSIONS)
    },

    ids: () => [...ids],
    size: () => ids.length,

    async search(vector, limit) {
      const best: VectorMatch[] = []
      for (let slot = 0; slot < ids.length; slot++) {
        // A removal during this pause moves the last vector to the front, where this search may miss it: a miss is safe.
        if (slot > 0 && slot % ROWS_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
        if (slot >= ids.length) break
        const cosine = dotProductAt(vector, table, slot * EMBEDDING_DIMENSIONS)
        if (best.length === limit && cosine < (best[limit - 1]?.cosine ?? 1)) continue
        keepNearest(best, { id: ids[slot]!, cosine }, limit)
      }
      // Vectors removed during a pause are excluded, and those re-added during a pause were found twice.
      return best.filter(({ id }, place) => slots.has(id) && best.findIndex((one) => one.id === id) === place)
    },
  }
}

/** Rejects a vector of the wrong length. */
export function checkDimensions(vector: Float32Array): void {
  if (vector.length === EMBEDDING_DIMENSIONS) return
  throw new RangeError(
    `A vector of ${vector.length} numbers does not fit an index of ${EMBEDDING_DIMENSIONS}.`,
  )
}
