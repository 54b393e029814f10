import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import type { VectorIndex, VectorMatch } from '../vectors/vector-index.ts'

/** Compares with every vector: exact, and quick enough for some ten thousand. */
export function createExactVectorIndex(): VectorIndex {
  const ids: string[] = []
  const slots = new Map<string, number>()
  let table = new Float32Array(256 * EMBEDDING_DIMENSIONS)

  function grow(): void {
    const larger = new Float32Array(table.length * 2)
    larger.set(table)
    table = larger
  }

  return {
    backend: 'exact',

    add(id, vector) {
      if (vector.length !== EMBEDDING_DIMENSIONS) {
        throw new RangeError(
          `A vector of ${vector.length} numbers does not fit an index of ${EMBEDDING_DIMENSIONS}.`,
        )
      }
      const slot = slots.get(id) ?? ids.length
      if ((slot + 1) * EMBEDDING_DIMENSIONS > table.length) grow()
      table.set(vector, slot * EMBEDDING_DIMENSIONS)
      ids[slot] = id
      slots.set(id, slot)
    },

    remove(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      const last = ids.length - 1
      table.copyWithin(
        slot * EMBEDDING_DIMENSIONS,
        last * EMBEDDING_DIMENSIONS,
        (last + 1) * EMBEDDING_DIMENSIONS,
      )
      ids[slot] = ids[last]!
      slots.set(ids[slot], slot)
      ids.pop()
      slots.delete(id)
    },

    async search(vector, { limit, accepts }) {
      const matches: VectorMatch[] = []
      ids.forEach((id, slot) => {
        if (!accepts(id)) return
        const start = slot * EMBEDDING_DIMENSIONS
        let cosine = 0
        for (let index = 0; index < EMBEDDING_DIMENSIONS; index++)
          cosine += vector[index]! * table[start + index]!
        matches.push({ id, cosine })
      })
      return matches
        .sort((left, right) => right.cosine - left.cosine || (left.id < right.id ? -1 : 1))
        .slice(0, limit)
    },
  }
}
