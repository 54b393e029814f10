import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProductAt } from '../vectors/dot-product.ts'

const FRONT = { from: 0, to: EMBEDDING_DIMENSIONS / 2 }
const BACK = { from: EMBEDDING_DIMENSIONS / 2, to: EMBEDDING_DIMENSIONS }

/**
 * The cosines of a vector with the rows of a table, or null for those that stay below a bound. By the Cauchy–Schwarz
 * inequality the second halves add at most the product of their lengths, which rules out most rows at half the work.
 */
export function createBoundedCosine(table: Float32Array) {
  const backs = new Float32Array(table.length / EMBEDDING_DIMENSIONS)
  backs.forEach((_, place) => {
    const start = place * EMBEDDING_DIMENSIONS
    const vector = table.subarray(start, start + EMBEDDING_DIMENSIONS)
    backs[place] = Math.sqrt(dotProductAt(vector, table, start, BACK))
  })

  return (vector: Float32Array) => {
    const back = Math.sqrt(dotProductAt(vector, vector, 0, BACK))
    return (place: number, isWanted: (cosine: number) => boolean): number | null => {
      const start = place * EMBEDDING_DIMENSIONS
      const front = dotProductAt(vector, table, start, FRONT)
      // A little slack, so that rounding never rules out a match.
      if (!isWanted(front + back * backs[place]! + 1e-6)) return null
      return front + dotProductAt(vector, table, start, BACK)
    }
  }
}
