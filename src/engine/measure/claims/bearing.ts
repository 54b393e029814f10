/** How a text bears on a claim: the probabilities that it says so and that it says otherwise; the rest is silence. */
export interface Bearing {
  supports: number
  contradicts: number
}

/**
 * Estimates how each text bears on each claim: one row per claim, one column per text. A text may be a whole answer, a
 * sentence or another claim.
 */
export type ReadSupport = (claims: string[], texts: string[]) => Promise<Bearing[][]>
