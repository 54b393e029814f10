import { UNSPACED } from './sentences.ts'
import { contentWords } from './words.ts'

/**
 * How much a sentence says: the number of its different words with a meaning of their own; where no spaces separate
 * words, two characters count as one.
 */
export function amountSaid(sentence: string): number {
  const unspaced = sentence.match(UNSPACED)?.length ?? 0
  return new Set(contentWords(sentence)).size + Math.floor(unspaced / 2)
}
