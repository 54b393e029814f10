import type { Claim } from '../../../contract/claims.ts'
import { isNegated } from '../../../language/words.ts'
import { CONTRADICTED } from '../../measure/claims/bearing.ts'
import { entriesIn, type ReadSentence } from '../check-text/read-sentences.ts'
import { type Confidence, roundToThousandths } from '../confidence.ts'

/**
 * The confidence in a text: the mean support of the claims it asserts, times the share of its sentences that the claims
 * of the panel cover. Where the recordings do not apply, half of the distance to even odds is removed.
 */
export function textConfidence(
  sentences: ReadSentence[],
  claims: Claim[],
  uncalibrated: string | null,
): Confidence {
  const asserted = new Set(sentences.flatMap((sentence) => assertedIn(sentence, claims)))
  const covered = sentences.filter(isCovered).length
  if (asserted.size === 0)
    return {
      confidence: 0,
      basis: 'no sentence of the text states a claim of the panel that could be judged',
    }
  const support = [...asserted].reduce((sum, place) => sum + claims[place]!.support, 0) / asserted.size
  const measured = (support * covered) / sentences.length
  const basis = `${covered} of ${counted(sentences.length, 'sentence')} that ${sentences.length === 1 ? 'states' : 'state'} something ${covered === 1 ? 'rests' : 'rest'} on the claims of the panel; the text asserts ${asserted.size} of ${counted(claims.length, 'claim')}, with a mean support of ${support.toFixed(2)}, calibrated on recorded panels before the models heard each other; the confidence is the product of both`
  const lowered = 0.5 + (measured - 0.5) / 2
  if (uncalibrated === null) return { confidence: roundToThousandths(measured), basis }
  if (lowered >= measured)
    return { confidence: roundToThousandths(measured), basis: `${basis}; ${uncalibrated}` }
  return {
    confidence: roundToThousandths(lowered),
    basis: `${basis}; lowered as a precaution: ${uncalibrated}`,
  }
}

/** The places of the claims that a sentence asserts; a struck one is not asserted by a sentence that negates it. */
export function assertedIn(sentence: ReadSentence, claims: Claim[]): number[] {
  if (sentence.isReported) return []
  return entriesIn(sentence).filter((place) => {
    const { status, text } = claims[place]!
    return status !== 'struck' || isNegated(text) === isNegated(sentence.text)
  })
}

/** Whether the panel said something on what a sentence says, or on what it reports or denies. */
function isCovered(sentence: ReadSentence): boolean {
  if (entriesIn(sentence).length > 0) return true
  return sentence.isReported && sentence.bearings.some(({ contradicts }) => contradicts >= CONTRADICTED)
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
