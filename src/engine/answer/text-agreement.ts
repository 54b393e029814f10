import {
  findQuantities,
  maybeSameQuantity,
  parseQuantity,
  type Quantity,
  sameQuantity,
} from '../quantity/index.ts'
import { contentWords, isNegated, namesIn } from '../words.ts'

/** What a free text says in answer to a question, beyond what the question said itself. */
export interface TextFeatures {
  content: Set<string>
  quantities: Quantity[]
  /** Whether the text is a quantity and nothing else, so that “over” matters. */
  isQuantity: boolean
  names: Set<string>
  negated: boolean
}

/** What is left of an agreement when the texts differ in a way that words alone do not show. */
const PENALTY = { polarity: 0.4, numbers: 0.4, names: 0.6 }

/** Reads texts against one question. */
export function featureReader(query: string): (text: string) => TextFeatures {
  const asked = new Set(contentWords(query))
  const given = findQuantities(query)
  return (text) => ({
    content: new Set(contentWords(text).filter((word) => !asked.has(word))),
    quantities: findQuantities(text).filter(
      (quantity) => !given.some((other) => maybeSameQuantity(quantity, other)),
    ),
    isQuantity: parseQuantity(text) !== null,
    names: new Set([...namesIn(text)].filter((name) => !asked.has(name))),
    negated: isNegated(text),
  })
}

/**
 * How far two free texts say the same in answer to a question: half meaning (the cosine of their
 * embeddings), half shared content, less penalties for flipped polarity, other numbers, other names.
 */
export function textAgreement(left: TextFeatures, right: TextFeatures, cosine: number): number {
  let agreement = 0.5 * Math.max(0, cosine) + 0.5 * sharedContent(left.content, right.content)
  if (left.negated !== right.negated) agreement *= PENALTY.polarity
  if (measureOther(left, right)) agreement *= PENALTY.numbers
  if (differ(left.names, right.names)) agreement *= PENALTY.names
  return Math.min(1, agreement)
}

/** Shared content between containment (a short answer inside a long one) and Dice (both of a size). */
function sharedContent(left: Set<string>, right: Set<string>): number {
  if (left.size === 0 || right.size === 0) return left.size === right.size ? 1 : 0
  const shared = [...left].filter((word) => right.has(word)).length
  const containment = shared / Math.min(left.size, right.size)
  const dice = (2 * shared) / (left.size + right.size)
  return 0.6 * containment + 0.4 * dice
}

/** Both sides name some and have none in common. */
function differ(left: Set<string>, right: Set<string>): boolean {
  if (left.size === 0 || right.size === 0) return false
  return ![...left].some((name) => right.has(name))
}

function measureOther(left: TextFeatures, right: TextFeatures): boolean {
  if (left.quantities.length === 0 || right.quantities.length === 0) return false
  const same = left.isQuantity || right.isQuantity ? sameQuantity : maybeSameQuantity
  return !left.quantities.some((one) => right.quantities.some((other) => same(one, other)))
}
