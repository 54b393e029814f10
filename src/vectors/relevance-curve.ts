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
