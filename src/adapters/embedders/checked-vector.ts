import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { toUnitLength } from '../../vectors/unit-vector.ts'

/** Raised when what a model gave is no vector the service can use; the message says why and what to do. */
export class UnfitVector extends Error {
  override name = 'UnfitVector'
}

/** A model's numbers as a vector of length 1, or a refusal that says what is wrong with them. */
export function checkedVector(numbers: ArrayLike<number>, model: string): Float32Array {
  if (numbers.length !== EMBEDDING_DIMENSIONS) {
    throw new UnfitVector(
      `${model} gives vectors of ${numbers.length} dimensions and this service works with ${EMBEDDING_DIMENSIONS}. Choose a model of ${EMBEDDING_DIMENSIONS} dimensions, or one that can be asked for them.`,
    )
  }
  const vector = Float32Array.from(numbers)
  // Looked at as 32-bit numbers: what is finite in 64 bits need not be so here.
  if (!vector.every(Number.isFinite)) {
    throw new UnfitVector(`${model} gave a vector with something in it that is not a finite number.`)
  }
  if (!vector.some((value) => value !== 0)) {
    throw new UnfitVector(`${model} gave a vector of zeros, which points nowhere.`)
  }
  return toUnitLength(vector)
}
