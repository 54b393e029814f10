import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { contentWords } from '../../src/language/words.ts'

/**
 * The baseline: a text supports a claim by the share of the claim's content words in the sentence of the text that has
 * most of them. It sees no contradiction.
 */
export const readOverlap: ReadSupport = async (claims, texts) => {
  const sentences = texts.map((text) => sentencesOf(text).map((sentence) => new Set(contentWords(sentence))))
  return claims.map((claim) => {
    const words = [...new Set(contentWords(claim))]
    return sentences.map((sets) => ({ supports: bestShare(words, sets), contradicts: 0, shared: 0 }))
  })
}

function bestShare(words: string[], sentences: Array<Set<string>>): number {
  if (words.length === 0) return 0
  const most = sentences.reduce((best, sentence) => {
    const shared = words.reduce((count, word) => count + (sentence.has(word) ? 1 : 0), 0)
    return Math.max(best, shared)
  }, 0)
  return most / words.length
}
