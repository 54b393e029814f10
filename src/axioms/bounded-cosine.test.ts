import { describe, expect, it } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProduct } from '../vectors/dot-product.ts'
import { toUnitLength } from '../vectors/unit-vector.ts'
import { createBoundedCosine } from './bounded-cosine.ts'

/** Vectors that look random and are the same each time; the seed also says how much stands in the back half. */
function vectorOf(seed: number): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  for (let place = 0; place < vector.length; place++) {
    const weight = place < EMBEDDING_DIMENSIONS / 2 ? 1 : (seed % 5) / 2
    vector[place] = weight * Math.sin((place + 1) * (seed + 1) * 12.9898)
  }
  return toUnitLength(vector)
}

const VECTORS = Array.from({ length: 40 }, (_, seed) => vectorOf(seed))
const table = new Float32Array(VECTORS.length * EMBEDDING_DIMENSIONS)
VECTORS.forEach((vector, place) => {
  table.set(vector, place * EMBEDDING_DIMENSIONS)
})
const cosinesWith = createBoundedCosine(table)

describe('a bounded cosine', () => {
  it('is the exact cosine if there is no minimum', () => {
    const cosine = cosinesWith(VECTORS[3]!)
    VECTORS.forEach((vector, place) => {
      expect(cosine(place, () => true)).toBeCloseTo(dotProduct(VECTORS[3]!, vector), 5)
    })
  })

  it('rules out no vector that reaches the minimum, and most that do not', () => {
    let toldOff = 0
    for (const asked of VECTORS) {
      const cosine = cosinesWith(asked)
      VECTORS.forEach((vector, place) => {
        const found = cosine(place, (atMost) => atMost >= 0.8)
        if (found === null) toldOff++
        if (dotProduct(asked, vector) >= 0.8) expect(found).not.toBeNull()
      })
    }
    expect(toldOff).toBeGreaterThan(VECTORS.length ** 2 / 2)
  })
})
