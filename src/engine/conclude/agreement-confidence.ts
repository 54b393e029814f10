import { type Confidence, roundToThousandths } from './confidence.ts'

/**
 * The confidence in a text that states nothing that could be true or false, such as words of comfort: how far the texts
 * of the panel agree. As nothing recorded tells what that is worth, half of what exceeds even odds is removed.
 */
export function agreementConfidence(agreement: number): Confidence {
  const lowered = agreement > 0.5 ? 0.5 + (agreement - 0.5) / 2 : agreement
  return {
    confidence: roundToThousandths(lowered),
    basis: `no sentence of the text states a claim that could be judged; the texts of the panel agree by ${agreement.toFixed(2)}, which is not calibrated${lowered < agreement ? ' and was lowered as a precaution' : ''}`,
  }
}
