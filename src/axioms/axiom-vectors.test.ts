import { expect, test } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProduct, toUnitLength } from '../vectors/cosine.ts'
import { createAxiomVectors, ESTIMATE_ERROR, mostDifferingBits } from './axiom-vectors.ts'

/** Vectors that look random and are the same each time. */
const VECTORS = Array.from({ length: 40 }, (_, seed) =>
  toUnitLength(
    Float32Array.from({ length: EMBEDDING_DIMENSIONS }, (_, place) =>
      Math.sin((place + 1) * (seed + 1) * 12.9898),
    ),
  ),
)
const table = new Float32Array(VECTORS.length * EMBEDDING_DIMENSIONS)
VECTORS.forEach((vector, place) => {
  table.set(vector, place * EMBEDDING_DIMENSIONS)
})

const near = (place: number, share: number) =>
  toUnitLength(
    VECTORS[place]!.map((value, at) => value + share * VECTORS[(place + 1) % VECTORS.length]![at]!),
  )

test('estimates are within the stated error, and the cosine with one row is exact', async () => {
  const compare = await createAxiomVectors(table)
  for (const asked of VECTORS) {
    const compared = compare(asked)
    const estimates = compared.estimates(VECTORS.map((_, row) => row))
    VECTORS.forEach((vector, row) => {
      const exact = dotProduct(asked, vector)
      expect(Math.abs(estimates[row]! - exact)).toBeLessThan(ESTIMATE_ERROR)
      expect(compared.cosine(row)).toBeCloseTo(exact, 6)
    })
  }
})

test('the difference of codes finds every row with a cosine, and leaves most others out', async () => {
  const compare = await createAxiomVectors(table)
  let found = 0
  for (const share of [0.1, 0.5, 0.9])
    VECTORS.forEach((_, place) => {
      const asked = near(place, share)
      const compared = compare(asked)
      VECTORS.forEach((vector, row) => {
        expect(compared.near(mostDifferingBits(dotProduct(asked, vector)))).toContain(row)
      })
      found += compared.near(mostDifferingBits(0.7)).length
    })
  expect(found).toBeLessThan(3 * VECTORS.length * 4)
})
