import { contentWords } from '../../../language/words.ts'
import { type Bearing, type ReadSupport, SUPPORTED } from '../../measure/claims/bearing.ts'
import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { isReported } from './is-reported.ts'

/** A sentence of a text, and how it relates to the claims of a panel. */
export interface ReadSentence {
  text: string
  /** Whether it reports or denies what it mentions instead of asserting it. */
  isReported: boolean
  /** How it bears on every entry of the ledger. */
  bearings: Bearing[]
  /** The places of the entries that say what it says. */
  restsOn: number[]
}

/** “To sum up:” and “Good luck!” state nothing. */
const FEWEST_WORDS = 3
const STATES_NOTHING = /[?？:：]["'”’)]*$/

/** Reads how each sentence that states something relates to the claims of a panel, in both directions. */
export async function readSentences(
  sentences: string[],
  entries: LedgerEntry[],
  readSupport: ReadSupport,
): Promise<ReadSentence[]> {
  const stating = sentences.filter(
    (sentence) => !STATES_NOTHING.test(sentence) && contentWords(sentence).length >= FEWEST_WORDS,
  )
  const claims = entries.map(({ text }) => text)
  if (stating.length === 0 || claims.length === 0)
    return stating.map((text) => ({ text, isReported: isReported(text), bearings: [], restsOn: [] }))
  const onClaims = await readSupport(claims, stating)
  const onSentences = await readSupport(stating, claims)
  return stating.map((text, place) => ({
    text,
    isReported: isReported(text),
    bearings: onClaims.map((row) => row[place]!),
    restsOn: claims.flatMap((_, claim) => (onSentences[place]![claim]!.supports >= SUPPORTED ? [claim] : [])),
  }))
}

/** The places of the entries that a sentence is about: it says so, or they say what it says. */
export function entriesIn({ bearings, restsOn }: ReadSentence): number[] {
  const said = bearings.flatMap(({ supports }, place) => (supports >= SUPPORTED ? [place] : []))
  return [...new Set([...said, ...restsOn])]
}
