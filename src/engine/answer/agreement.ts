import { findQuantities, sameQuantity } from '../quantity/index.ts'
import { contentWords, isNegated } from '../words.ts'
import { type CanonicalAnswer, canonicalAnswer } from './canonical-answer.ts'
import { sameClosedAnswer } from './same-answer.ts'
import { textAgreement } from './text-agreement.ts'

/** From this agreement on, two answers count as the same answer. */
export const SAME_ANSWER = 0.7

/** Agreement of a sentence with the short answer it contains. */
const MENTIONED = 0.9

/** Turns texts into unit vectors. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Agreement C of two answers to the question at hand, in [0, 1] and symmetric. */
export type Agree = (left: string, right: string) => Promise<number>

/** A measure of agreement for answers to one question; what it has read and embedded it remembers. */
export function agreementOn(query: string, embed: Embed): Agree {
  const canonical = new Map<string, CanonicalAnswer>()
  const vectors = new Map<string, Promise<Float32Array>>()

  const read = (answer: string): CanonicalAnswer => {
    const known = canonical.get(answer) ?? canonicalAnswer(answer, query)
    canonical.set(answer, known)
    return known
  }
  const vectorOf = (text: string): Promise<Float32Array> => {
    const known = vectors.get(text) ?? embed([text]).then(([vector]) => vector ?? new Float32Array())
    vectors.set(text, known)
    return known
  }

  return async (first, second) => {
    // Compared in one order whichever way they come, so that the measure is symmetric to the last bit.
    const [left, right] = first <= second ? [read(first), read(second)] : [read(second), read(first)]
    if (left.text === right.text) return 1
    const same = sameClosedAnswer(left, right)
    if (same !== null) return same ? 1 : 0
    if (mentions(left, right) || mentions(right, left)) return MENTIONED
    const cosine = dot(await vectorOf(left.text), await vectorOf(right.text))
    return textAgreement({ left: left.text, right: right.text, query, cosine })
  }
}

/** Whether a free text states a closed answer, without negating it. */
function mentions(text: CanonicalAnswer, closed: CanonicalAnswer): boolean {
  if (text.kind !== 'text' || closed.kind === 'text') return false
  switch (closed.kind) {
    case 'quantity': {
      const found = findQuantities(text.text)
      return found.length > 0 && found.some((quantity) => sameQuantity(quantity, closed.quantity))
    }
    case 'name': {
      const words = new Set(contentWords(text.text))
      return closed.words.every((word) => words.has(word)) && !isNegated(text.text)
    }
    case 'option':
      return new RegExp(`\\(${closed.letter}\\)`).test(text.text)
    default:
      return false
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
