import { findQuantities, sameQuantity } from '../quantity/index.ts'
import { contentWords, isNegated, namesIn } from '../words.ts'

interface TextPair {
  left: string
  right: string
  query: string
  /** Cosine of the two texts' embeddings. */
  cosine: number
}

/** What is left of an agreement when the texts differ in a way that words alone do not show. */
const PENALTY = { polarity: 0.4, numbers: 0.4, names: 0.6 }

/**
 * How far two free texts say the same in answer to a question: half meaning, half shared content
 * (words of the question do not count), less penalties for flipped polarity, other numbers, other names.
 */
export function textAgreement({ left, right, query, cosine }: TextPair): number {
  const asked = new Set(contentWords(query))
  const overlap = sharedContent(withoutAsked(left, asked), withoutAsked(right, asked))
  let agreement = 0.5 * Math.max(0, cosine) + 0.5 * overlap
  if (isNegated(left) !== isNegated(right)) agreement *= PENALTY.polarity
  if (differ(numbersOf(left, query), numbersOf(right, query), sameQuantity)) agreement *= PENALTY.numbers
  if (differ(newNames(left, asked), newNames(right, asked), (one, other) => one === other))
    agreement *= PENALTY.names
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

function withoutAsked(text: string, asked: Set<string>): Set<string> {
  return new Set(contentWords(text).filter((word) => !asked.has(word)))
}

function newNames(text: string, asked: Set<string>): string[] {
  return [...namesIn(text)].filter((name) => !asked.has(name))
}

function numbersOf(text: string, query: string) {
  const given = findQuantities(query)
  return findQuantities(text).filter((quantity) => !given.some((other) => sameQuantity(quantity, other)))
}

/** Both sides name some and have none in common. */
function differ<Item>(left: Item[], right: Item[], same: (one: Item, other: Item) => boolean): boolean {
  if (left.length === 0 || right.length === 0) return false
  return !left.some((one) => right.some((other) => same(one, other)))
}
