import { sentencesOf } from '../../../language/sentences.ts'
import { contentWords } from '../../../language/words.ts'
import { contradict, type Statements, statementsOf } from '../agreement/contradiction.ts'
import type { Bearing, ReadSupport } from './bearing.ts'

const SILENT: Bearing = { supports: 0, contradicts: 0, shared: 0 }
const NOTHING: Statements = statementsOf('')

/**
 * Reads how texts bear on claims from shared words alone: the sentence that shares most words with a claim supports it
 * as far as it does, or contradicts it if it denies what the claim affirms.
 */
export const readOverlap: ReadSupport = async (claims, texts) => {
  const sentences = texts.map((text) =>
    sentencesOf(text).map((sentence) => ({
      words: new Set(contentWords(sentence)),
      statements: statementsOf(sentence),
    })),
  )
  return claims.map((claim) => {
    const words = [...new Set(contentWords(claim))]
    const statements = statementsOf(claim)
    return sentences.map((said) => {
      let best = SILENT
      for (const sentence of said) {
        const share = words.filter((word) => sentence.words.has(word)).length / Math.max(1, words.length)
        if (share <= Math.max(best.supports, best.contradicts)) continue
        const isContrary = contradict(statements, sentence.statements, NOTHING)
        best = isContrary
          ? { supports: 0, contradicts: share, shared: 0 }
          : { supports: share, contradicts: 0, shared: 0 }
      }
      return best
    })
  })
}
