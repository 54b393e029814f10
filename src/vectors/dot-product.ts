/** The dot product of two vectors of one length: the cosine, where both have length 1. */
export function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!
  return sum
}
