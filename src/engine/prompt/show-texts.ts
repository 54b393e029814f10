import { stableShuffle } from '../../utils/stable-hash.ts'
import type { ShownDraft, ShownText } from '../panel/brief.ts'
import { textLabel } from './labels.ts'

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
