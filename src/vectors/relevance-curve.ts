/** Where on the scale of cosines two texts are even odds to belong together, and how fast that turns. */
export interface RelevanceCurve {
  middle: number
  slope: number
}

/** What a cosine means by a curve, from 0 to 1: rising all the way, and 1 for the same text. */
export function relevanceOn({ middle, slope }: RelevanceCurve, cosine: number): number {
  // Rounding leaves the cosine of a text with itself a little off.
  if (cosine > 1 - 1e-6) return 1
  const odds = 1 / (1 + Math.exp(-slope * (cosine - middle)))
  return odds * (1 + Math.exp(-slope * (1 - middle)))
}
