import { stableShuffle } from '../../utils/stable-hash.ts'
import { countEntries } from '../measure/claims/dispute.ts'
import { type Ledger, type LedgerEntry, lastRulings } from '../measure/claims/ledger.ts'
import type { RuledPoint, RulingReason, ShownDraft, ShownText } from '../panel/brief.ts'
import { cutText } from '../reading/text/cut-text.ts'

/** The most characters of texts that one prompt holds. */
export const MOST_CHARACTERS = 200_000

/** Texts without their authors, in an order that depends on the seed alone, with a label each. */
export function showTexts(texts: string[], seed: string): ShownText[] {
  return stableShuffle(texts, (text) => text, seed).map((text, index) => ({ label: textLabel(index), text }))
}

/** Drafts with the notes of their authors but not their names, in an order that depends on the seed alone. */
export function showDrafts(drafts: Array<{ text: string; notes: string }>, seed: string): ShownDraft[] {
  return stableShuffle(drafts, ({ text }) => text, seed).map(({ text, notes }, index) => ({
    label: textLabel(index),
    text,
    notes,
  }))
}

/** One label for each seat of the largest panel. */
const LETTERS = 'ABCDEFGHIJKLMNOP'
/** Not the letters that options have. */
const ANSWER_LETTERS = 'PQRSTUVWXYZ'

/** The label of a text or draft at a place. */
export function textLabel(place: number): string {
  return LETTERS[place]!
}

/** The label of a reply at a place, as it is shown to a reader. */
export function replyLabel(place: number): string {
  return `R${place + 1}`
}

/** The label of an answer on the table: a letter, with a number once the letters are used up. */
export function answerLabel(place: number): string {
  const letter = ANSWER_LETTERS[place % ANSWER_LETTERS.length]!
  const times = Math.floor(place / ANSWER_LETTERS.length)
  return times === 0 ? letter : `${letter}${times + 1}`
}

/** The label of a point at a place, as it is put to a seat. */
export function pointLabel(place: number): string {
  return `C${place + 1}`
}

/** A warning that somebody was not shown everything. */
const CUT_TEXTS =
  'The replies were too long for one prompt; those who read them saw only the beginning of the longest.'

/**
 * The texts for a prompt that also holds some other characters; where all together are too long, the longest texts are
 * cut.
 */
export function textsWithin(whole: string[], others = 0): { texts: string[]; warnings: string[] } {
  const room = Math.max(MOST_CHARACTERS / 2, MOST_CHARACTERS - others)
  const texts = [...whole]
  const longestFirst = texts
    .map((_, place) => place)
    .sort((one, other) => texts[other]!.length - texts[one]!.length)
  let isCut = false
  for (const place of longestFirst) {
    const total = texts.reduce((sum, text) => sum + text.length, 0)
    if (total <= room) break
    texts[place] = cutText(texts[place]!, Math.max(1, Math.floor(room / texts.length)))
    isCut = true
  }
  return { texts, warnings: isCut ? [CUT_TEXTS] : [] }
}

/** The points of a panel as a writer is shown them: by number, with where the panel stands and why. */
export function ruledPoints(ledger: Ledger, seats: string[]): RuledPoint[] {
  return countEntries(ledger, seats).map(({ entry, tally, status }, place) => ({
    number: place + 1,
    text: entry.text,
    status,
    isGap: entry.isGap,
    for: tally.true,
    against: tally.false,
    reasons: reasonsOn(entry),
  }))
}

/** What seats last said against a point, and on what it depends according to them. */
export function reasonsOn(entry: LedgerEntry): RulingReason[] {
  return lastRulings(entry).flatMap(({ opinion, reason }): RulingReason[] => {
    const isGiven = (opinion === 'false' || opinion === 'depends') && reason !== ''
    return isGiven ? [{ verdict: opinion, text: reason }] : []
  })
}
