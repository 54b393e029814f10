import type { ReadSupport } from '../../../src/engine/measure/claims/bearing.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { wordsOf } from '../../../src/language/words.ts'

/** Reads support from shared words: a sentence supports a claim as far as it has its words, except for pairs declared to contradict each other. */
export function overlapSupport(contradicting: Array<[string, string]> = []): ReadSupport {
  const excludes = (claim: string, text: string) =>
    contradicting.some(
      ([one, other]) => (claim === one && text.includes(other)) || (claim === other && text.includes(one)),
    )
  return async (claims, texts) =>
    claims.map((claim) => {
      const words = wordsOf(claim)
      return texts.map((text) => {
        if (excludes(claim, text)) return { supports: 0, contradicts: 0.98, shared: 0 }
        const shares = sentencesOf(text).map((sentence) => {
          const said = new Set(wordsOf(sentence))
          return words.filter((word) => said.has(word)).length / words.length
        })
        return { supports: Math.max(0, ...shares), contradicts: 0, shared: 0 }
      })
    })
}
