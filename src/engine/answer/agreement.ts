import { findQuantities, sameQuantity } from '../quantity/index.ts'
import { isNegated } from '../words.ts'
import { type CanonicalAnswer, canonicalReader } from './canonical-answer.ts'
import { namesName } from './name.ts'
import { namesOption } from './options.ts'
import { sameClosedAnswer } from './same-answer.ts'
import { featureReader, textAgreement } from './text-agreement.ts'

/** From this agreement on, two answers count as the same answer. */
export const SAME_ANSWER = 0.7

/** Agreement of a sentence with the short answer it contains. */
const MENTIONED = 0.9

/** Turns texts into unit vectors. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Agreement C of two answers to the question at hand, in [0, 1] and symmetric. */
export type Agree = (left: string, right: string) => Promise<number>

/** A measure of agreement for answers to one question; each answer is read and embedded once. */
export function agreementOn(query: string, embed: Embed): Agree {
  const read = remember(canonicalReader(query))
  const featuresOf = remember(featureReader(query))
  const vectorOf = remember(async (text: string) => (await embed([text]))[0] ?? new Float32Array())

  return async (first, second) => {
    // Compared in one order whichever way they come, so that the measure is symmetric to the last bit.
    const [left, right] = first <= second ? [read(first), read(second)] : [read(second), read(first)]
    if (left.text === right.text) return 1
    const same = sameClosedAnswer(left, right)
    if (same !== null) return same ? 1 : 0
    if (mentions(left, right) || mentions(right, left)) return MENTIONED
    const cosine = dot(await vectorOf(left.text), await vectorOf(right.text))
    return textAgreement(featuresOf(left.text), featuresOf(right.text), cosine)
  }
}

/** Whether a sentence of a free text states a closed answer, without negating it. */
function mentions(text: CanonicalAnswer, closed: CanonicalAnswer): boolean {
  if (text.kind !== 'text' || closed.kind === 'text') return false
  return text.text
    .split(/(?<=[.!?;])\s+/)
    .some((sentence) => !isNegated(sentence) && states(sentence, closed))
}

function states(sentence: string, closed: CanonicalAnswer): boolean {
  switch (closed.kind) {
    case 'quantity':
      return findQuantities(sentence).some((quantity) => sameQuantity(quantity, closed.quantity))
    case 'name':
      return namesName(sentence, closed.name)
    case 'option':
      return namesOption(sentence, closed.letter)
    default:
      return false
  }
}

function remember<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
