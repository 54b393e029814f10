/** The dot product of a vector and another, or the part of a table from a place on: the cosine if both have length 1. */
export function dotProduct(vector: Float32Array, table: Float32Array, start = 0): number {
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

/** The cosine at which two texts are equally likely to be related or not, and the slope there. */
export interface RelevanceCurve {
  middle: number
  slope: number
}

/** The relevance of a cosine on a curve, from 0 to 1: monotonically increasing, and 1 for identical text. */
export function relevanceOn({ middle, slope }: RelevanceCurve, cosine: number): number {
  // Due to rounding, the cosine of a text with itself is slightly off.
  if (cosine > 1 - 1e-6) return 1
  const odds = 1 / (1 + Math.exp(-slope * (cosine - middle)))
  return odds * (1 + Math.exp(-slope * (1 - middle)))
}

/** The smallest cosine that is enough, to within a ten thousandth below it. */
export function leastCosine(isEnough: (cosine: number) => boolean): number {
  let [below, enough] = [-1, 1]
  while (enough - below > 1e-4) {
    const middle = (below + enough) / 2
    if (isEnough(middle)) enough = middle
    else below = middle
  }
  return below
}
