/** Scales a vector to length 1, in place; a zero vector is left unchanged. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (let place = 0; place < vector.length; place++) squares += vector[place]! * vector[place]!
  if (squares === 0) return vector
  const scale = 1 / Math.sqrt(squares)
  for (let place = 0; place < vector.length; place++) vector[place]! *= scale
  return vector
}

/** The direction midway between two vectors of length 1. */
export function midway(left: Float32Array, right: Float32Array): Float32Array {
  return toUnitLength(left.map((value, place) => value + right[place]!))
}
