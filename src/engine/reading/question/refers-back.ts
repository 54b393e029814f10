import { contentWords, foldText } from '../../../language/words.ts'
import { mayReferBack } from './kind/sentence-reading.ts'

/** “And in total?”, “What about dogs?” */
const GOES_ON = /^\W*(?:and|or|but|so|then|now|also|same|again|(?:what|how) about)\b/
const STANDS_FOR =
  /\b(?:it|its|this|that|these|those|they|them|their|he|him|his|she|her|hers|ones?|both|there|former|latter)\b/
/** A question with fewer content words than this has no topic of its own, although one of them may have. */
const FEWEST_WORDS = 3

/** Whether a turn of a conversation says what it is about only together with the one before it. */
export function refersBack(turn: string): boolean {
  if (!mayReferBack(turn)) return false
  const folded = foldText(turn)
  return GOES_ON.test(folded) || STANDS_FOR.test(folded) || contentWords(turn).length < FEWEST_WORDS
}
