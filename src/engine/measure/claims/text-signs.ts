import { FOREIGN_NEGATIONS } from '../../../language/language-words.ts'
import { wordsOf } from '../../../language/words.ts'
import { LONGEST_READ } from './claim-words.ts'

/**
 * Whether a text contains a negation of another language, even if it is too short for its language to be recognised.
 */
export function deniesAbroad(text: string): boolean {
  return wordsOf(text.slice(0, LONGEST_READ)).some((word) => FOREIGN_NEGATIONS.has(word))
}

/** Whether both give a time of day, one in the morning and one in the afternoon. */
export function tellsOtherTime(left: string, right: string): boolean {
  const halves = (text: string) =>
    new Set([...text.matchAll(/\d ?([ap])\.?m\b/gi)].map(([, half]) => half!.toLowerCase()))
  const [one, other] = [halves(left), halves(right)]
  return one.size > 0 && other.size > 0 && ![...one].some((half) => other.has(half))
}
