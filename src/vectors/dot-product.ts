/** The dot product of two vectors of equal length: the cosine if both have length 1. */
export function dotProduct(left: Float32Array, right: Float32Array): number {
  return dotProductAt(left, right, 0)
}

/** The dot product of a vector and the part of a table that starts at an offset. */
export function dotProductAt(vector: Float32Array, table: Float32Array, start: number): number {
  // Four parallel sums take half the time of one.
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  let index = 0
  for (; index + 3 < vector.length; index += 4) {
    const place = start + index
    first += vector[index]! * table[place]!
    second += vector[index + 1]! * table[place + 1]!
    third += vector[index + 2]! * table[place + 2]!
    fourth += vector[index + 3]! * table[place + 3]!
  }
  for (; index < vector.length; index++) first += vector[index]! * table[start + index]!
  return first + second + third + fourth
}
