import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProductAt } from '../vectors/dot-product.ts'
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
      const best: VectorMatch[] = []
      for (let slot = 0; slot < ids.length; slot++) {
        const id = ids[slot]!
        if (!accepts(id)) continue
        const match = { id, cosine: dotProductAt(vector, table, slot * EMBEDDING_DIMENSIONS) }
        if (best.length === limit && !isCloser(match, best[limit - 1]!)) continue
        const place = best.findIndex((other) => isCloser(match, other))
        best.splice(place === -1 ? best.length : place, 0, match)
        best.length = Math.min(best.length, limit)
      }
      return best
    },
  }
}

/** Closer by cosine; of two as close, the one whose id comes first. */
function isCloser(left: VectorMatch, right: VectorMatch): boolean {
  return left.cosine > right.cosine || (left.cosine === right.cosine && left.id < right.id)
}
