import type { ClaimStatus } from '../../../contract/claims.ts'
import { isNegated } from '../../../language/words.ts'
import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { mayBeEnglish } from '../../measure/claims/read-by-language.ts'
import type { ReadSentence } from './read-sentences.ts'

/** Why a text cannot be the answer of a panel. */
export interface TextFault {
  kind: 'asserts-struck' | 'contradicts-agreed' | 'unknown-detail'
  sentence: string
  /** The claim, or the name, number or date. */
  about: string
}

/** Says what is wrong with a sentence. */
export function describeFault({ kind, sentence, about }: TextFault): string {
  switch (kind) {
    case 'asserts-struck':
      return `“${sentence}” asserts a struck claim: “${about}”.`
    case 'contradicts-agreed':
      return `“${sentence}” contradicts an agreed claim: “${about}”.`
    case 'unknown-detail':
      return `“${sentence}” has “${about}”, which is in none of the texts.`
  }
}

/**
 * From these probabilities on a sentence is refused. On labelled pairs that are not adversarial, 98 of 100 that are read
 * as supported so surely are, and 99 of 100 that are read as contradicted (docs/evaluation.md).
 */
export const REFUSED = { asserting: 0.95, contradicting: 0.93 }

/** The sentences that assert a struck claim or contradict an agreed one. The text they are from tells their language. */
export function findFaults(
  sentences: ReadSentence[],
  entries: LedgerEntry[],
  statuses: ClaimStatus[],
  text = textOf(sentences),
): TextFault[] {
  // How sure the readings are was measured in English only.
  if (!mayBeEnglish(text)) return []
  const faults: TextFault[] = []
  for (const sentence of sentences)
    for (const [place, { text: about }] of entries.entries()) {
      const status = statuses[place]!
      if (status === 'struck' && asserts(sentence, about, place))
        faults.push({ kind: 'asserts-struck', sentence: sentence.text, about })
      if (status === 'agreed' && contradicts(sentence, place))
        faults.push({ kind: 'contradicts-agreed', sentence: sentence.text, about })
    }
  return faults
}

/** The sentences as one text. */
export function textOf(sentences: ReadSentence[]): string {
  return sentences.map(({ text }) => text).join(' ')
}

function asserts({ text, isReported, bearings }: ReadSentence, claim: string, place: number): boolean {
  return bearings[place]!.supports >= REFUSED.asserting && !isReported && isNegated(text) === isNegated(claim)
}

function contradicts({ isReported, bearings }: ReadSentence, place: number): boolean {
  return bearings[place]!.contradicts >= REFUSED.contradicting && !isReported
}
