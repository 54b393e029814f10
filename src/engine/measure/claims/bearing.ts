/** How a text bears on a claim: the probabilities that it says so and that it says otherwise; the rest is silence. */
export interface Bearing {
  supports: number
  contradicts: number
  /** The share of the words of the claim that the text has too, rarer words counting more. */
  shared: number
}

/** How a text bears on a claim that has nothing to do with it. */
export const SILENT: Bearing = { supports: 0, contradicts: 0, shared: 0 }

/**
 * Estimates how each text bears on each claim: one row per claim, one column per text. A text may be a whole answer, a
 * sentence or another claim. Where `wanted` says no, nothing is read and the bearing is silence.
 */
export type ReadSupport = (claims: string[], texts: string[], wanted?: boolean[][]) => Promise<Bearing[][]>

/** From this probability on, a text counts as saying so: on labelled pairs 9 of 10 that are read so do. */
export const SUPPORTED = 0.6

/**
 * From this probability on, a text counts as saying otherwise; high, because most claims are not contradicted by
 * anybody: at this bar, 1 of 60 pairs of essays that agree has a claim that the other essay is read to contradict.
 */
export const CONTRADICTED = 0.7

/** From this probability on, in both directions, two claims may be one. */
export const SAYS_THE_SAME = 0.8
