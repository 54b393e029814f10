import { findQuantities, maybeSameQuantity, type Quantity } from '../../../language/quantity/index.ts'
import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { type AnswerWords, answerReader } from './answer-words.ts'
import { coverageOf } from './coverage.ts'
import { type AnswerPair, supportFeatures } from './support-features.ts'

/** Turns texts into unit vectors. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** An answer in the form in which it is compared with others. */
export interface ReadAnswer {
  words: AnswerWords
  /** The quantities in it that the question did not give. */
  quantities: Quantity[]
  vector: Float32Array
}

/** Reads answers to one question, and the features of pairs of them. */
export interface PairReader {
  read(text: string): Promise<ReadAnswer>
  features(mine: ReadAnswer, other: ReadAnswer): Float32Array
}

const EMBEDDED_WORDS = 40

/** A reader for answers to one question. */
export function createPairReader(query: string, embed: Embed): PairReader {
  const readWords = answerReader(query)
  const { kind } = whatIsAsked(query)
  const given = findQuantities(query)
  const pairs = rememberPairs()
  return {
    async read(text) {
      const words = readWords(text)
      const said = words.fresh.slice(0, EMBEDDED_WORDS).map(({ written }) => written)
      const [vector = new Float32Array()] = said.length === 0 ? [] : await embed([said.join(' ')])
      const quantities = findQuantities(text).filter(
        (quantity) => !given.some((other) => maybeSameQuantity(quantity, other)),
      )
      return { words, quantities, vector }
    },
    features: (mine, other) =>
      supportFeatures({ kind, mine: mine.words, other: other.words, ...pairs(mine, other) }),
  }
}

/** 1 if both have a quantity in common, -1 if both have quantities but none in common, 0 if one has none. */
export function sharedQuantities(left: Quantity[], right: Quantity[], same = maybeSameQuantity): number {
  if (left.length === 0 || right.length === 0) return 0
  return left.some((one) => right.some((other) => same(one, other))) ? 1 : -1
}

type Compared = Pick<AnswerPair, 'theirs' | 'ours' | 'cosine' | 'quantities'>

/**
 * Compares two answers once for both orders: “ours” of one order is “theirs” of the other, and everything else is the
 * same.
 */
function rememberPairs(): (mine: ReadAnswer, other: ReadAnswer) => Compared {
  const known = new Map<ReadAnswer, Map<ReadAnswer, Compared>>()
  const keep = (mine: ReadAnswer, other: ReadAnswer, compared: Compared) => {
    known.set(mine, (known.get(mine) ?? new Map<ReadAnswer, Compared>()).set(other, compared))
    return compared
  }
  return (mine, other) => {
    const compared = known.get(mine)?.get(other)
    if (compared !== undefined) return compared
    const [theirs, ours] = [coverageOf(other.words, mine.words), coverageOf(mine.words, other.words)]
    const cosine = cosineOf(mine.vector, other.vector)
    const quantities = sharedQuantities(mine.quantities, other.quantities)
    keep(other, mine, { theirs: ours, ours: theirs, cosine, quantities })
    return keep(mine, other, { theirs, ours, cosine, quantities })
  }
}

/** The cosine of two unit vectors; 0 if one answer says nothing that the question does not. */
function cosineOf(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) return 0
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!
  return sum
}
