import { amountSaid } from '../../../language/amount-said.ts'
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

/** “Good luck!” states nothing that could be judged, but “Cats bark.” does. */
const FEWEST_WORDS = { counted: 3, read: 2 }
const STATES_NOTHING = /[?？:：]["'”’)]*$/

/** Reads how each sentence that may state something relates to the claims of a panel, in both directions. */
export async function readSentences(
  sentences: string[],
  entries: LedgerEntry[],
  readSupport: ReadSupport,
): Promise<ReadSentence[]> {
  const stating = sentences.filter((sentence) => hasWords(sentence, FEWEST_WORDS.read))
  const claims = entries.map(({ text }) => text)
  if (stating.length === 0 || claims.length === 0)
    return stating.map((text) => ({ text, isReported: isReported(text), bearings: [], restsOn: [] }))
  const onClaims = await readSupport(claims, stating)
  const onSentences = await readSupport(stating, claims)
  return stating.map((text, place) => ({
    text,
    isReported: isReported(text),
    bearings: onClaims.map((row) => row[place]!),
    restsOn: placesOf(onSentences[place]!),
  }))
}

/** Whether a sentence says enough to count as one that the claims of a panel cover or do not. */
export function isCounted({ text }: Pick<ReadSentence, 'text'>): boolean {
  return hasWords(text, FEWEST_WORDS.counted)
}

/** The places of the entries that a sentence is about: it says so, or they say what it says. */
export function entriesIn({ bearings, restsOn }: ReadSentence): number[] {
  return [...new Set([...placesOf(bearings), ...restsOn])]
}

/** The places of the bearings that support; a loop, because a long text has hundreds of thousands of them. */
function placesOf(bearings: Bearing[]): number[] {
  const places: number[] = []
  for (let place = 0; place < bearings.length; place++)
    if (bearings[place]!.supports >= SUPPORTED) places.push(place)
  return places
}

function hasWords(sentence: string, fewest: number): boolean {
  return !STATES_NOTHING.test(sentence) && amountSaid(sentence) >= fewest
}
