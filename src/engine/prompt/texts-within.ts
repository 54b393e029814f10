import type { Holder } from '../measure/landscape.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { MOST_CHARACTERS } from './show-texts.ts'

/**
 * The texts for a prompt that also holds some other characters; where all together are too long, the longest texts are
 * cut.
 */
export function textsWithin(holders: Holder[], others: number): { texts: string[]; warnings: string[] } {
  const room = MOST_CHARACTERS - others
  const shown = holders.map(({ seat, position }) => ({ name: seat.name, text: position.answer }))
  const replaced: string[] = []
  for (const one of [...shown].sort((left, right) => right.text.length - left.text.length)) {
    const total = shown.reduce((sum, { text }) => sum + text.length, 0)
    if (total <= room) break
    one.text = cutText(one.text, Math.max(1, Math.floor(room / shown.length)))
    replaced.push(one.name)
  }
  return {
    texts: shown.map(({ text }) => text),
    warnings:
      replaced.length === 0
        ? []
        : [
            `The texts were too long for one prompt; the writer saw only the beginning of those of ${replaced.join(', ')}.`,
          ],
  }
}
