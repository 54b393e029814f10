import type { Holder } from '../measure/landscape.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { MOST_CHARACTERS } from './show-texts.ts'

/** A warning that somebody was not shown everything. */
export const CUT_TEXTS =
  'The replies were too long for one prompt; those who read them saw only the beginning of the longest.'

/**
 * The texts for a prompt that also holds some other characters; where all together are too long, the longest texts are
 * cut.
 */
export function textsWithin(holders: Holder[], others: number): { texts: string[]; warnings: string[] } {
  const room = Math.max(MOST_CHARACTERS / 2, MOST_CHARACTERS - others)
  const texts = holders.map(({ position }) => position.answer)
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
