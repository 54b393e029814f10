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

/** From this probability on, a text counts as saying so. */
export const SUPPORTED = 0.7

/** From this probability on, a text counts as saying otherwise. */
export const CONTRADICTED = 0.7

/** From this probability on, in both directions, two claims may be one. */
export const SAYS_THE_SAME = 0.8
