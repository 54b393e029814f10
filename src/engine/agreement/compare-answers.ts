import { type CanonicalAnswer, canonicalReader, isClosed } from '../answer/canonical-answer.ts'
import { namesAnother } from '../answer/name.ts'
import { namesOption } from '../answer/options.ts'
import { sameClosedAnswer } from '../answer/same-answer.ts'
import { type BoostedTrees, probabilityBy } from '../boosted-trees.ts'
import { findQuantities, sameQuantity } from '../quantity/index.ts'
import { isNegated } from '../words.ts'
import { LONGEST_READ } from './answer-words.ts'
import { contradict, denies, statementsOf } from './contradiction.ts'
import { createPairReader, type Embed, type ReadAnswer, sharedQuantities } from './pair-reader.ts'

/** From this agreement on, two answers count as the same answer. */
export const SAME_ANSWER = 0.7

/** Agreement C of two answers to the question at hand, in [0, 1] and symmetric. */
export type Agree = (left: string, right: string) => Promise<number>

/** How likely one answer is right if another is, in [0, 1]: a text that says what another says, and more, may be right without it. */
export type Support = (mine: string, other: string) => Promise<number>

/** How answers to one question compare. */
export interface Comparison {
  agree: Agree
  support: Support
}

/** Agreement of a sentence with the number or option it states. */
const STATED = 0.9
/** What is left of it where texts differ in a way that shared words do not show. */
const PENALTY = { polarity: 0.4, quantities: 0.4, names: 0.6 }
/** From so much in common on, a negation, an opposite or another number makes the difference. */
const MUCH_THE_SAME = 0.6

/** What is needed to compare answers beyond their words. */
export interface ComparisonParts {
  embed: Embed
  /** Fitted on pairs of recorded answers, see `data/agreement.json`. */
  model: BoostedTrees
}

/** A comparison of answers to one question; each answer is read and embedded once, each pair compared once. */
export function comparisonOn(query: string, { embed, model }: ComparisonParts): Comparison {
  const canonical = remember(canonicalReader(query))
  const reader = createPairReader(query, embed)
  const readAnswer = remember(reader.read)
  const statements = remember(statementsOf)
  const theirs = model.features.indexOf('theirs, exact')
  const ours = model.features.indexOf('ours, exact')

  async function compare(mine: CanonicalAnswer, other: CanonicalAnswer): Promise<number> {
    if (mine.text === other.text) return 1
    const same = sameClosedAnswer(mine, other)
    if (same !== null) return same ? 1 : 0
    if (states(mine, other) || states(other, mine)) return STATED
    // Who was offered options and picks none of them agrees with nobody who does.
    if (mine.kind === 'option' || other.kind === 'option') return 0
    const [one, two] = await Promise.all([readAnswer(mine.text), readAnswer(other.text)])
    const features = reader.features(one, two)
    let support = probabilityBy(model, features)
    const alike = Math.min(features[theirs]!, features[ours]!) >= MUCH_THE_SAME
    const [said, heard] = [statements(mine.text), statements(other.text)]
    const areContrary = alike
      ? contradict(said, heard, statements(query))
      : (isClosed(other) && denies(said, heard)) || (isClosed(mine) && denies(heard, said))
    if (areContrary) support *= PENALTY.polarity
    if (isOtherName(mine, other) || isOtherName(other, mine)) support *= PENALTY.names
    // A text may hold many numbers beside the one that was asked for; only where it is about one, or all else is the
    // same, do other numbers make another answer of it.
    const isMeasured = mine.kind === 'quantity' || other.kind === 'quantity'
    if ((alike || isMeasured) && measureOther(one, two, isMeasured)) support *= PENALTY.quantities
    return support
  }

  const known = new Map<string, Promise<number>>()
  const support: Support = (mine, other) => {
    const [one, two] = [canonical(mine), canonical(other)]
    const key = `${one.text}\u0000${two.text}`
    const value = known.get(key) ?? compare(one, two)
    known.set(key, value)
    return value
  }
  return {
    support,
    agree: async (left, right) => ((await support(left, right)) + (await support(right, left))) / 2,
  }
}

function isOtherName(text: CanonicalAnswer, closed: CanonicalAnswer): boolean {
  if (text.kind !== 'text' || closed.kind !== 'name') return false
  return namesAnother(text.text.slice(0, LONGEST_READ), closed.name)
}

function measureOther(one: ReadAnswer, two: ReadAnswer, exact: boolean): boolean {
  return sharedQuantities(one.quantities, two.quantities, exact ? sameQuantity : undefined) === -1
}

/** Whether a sentence of a free text states a number or an option, without negating it. */
function states(text: CanonicalAnswer, closed: CanonicalAnswer): boolean {
  if (text.kind !== 'text' || (closed.kind !== 'quantity' && closed.kind !== 'option')) return false
  return text.text.split(/(?<=[.!?;])\s+/).some((sentence) => {
    if (isNegated(sentence)) return false
    if (closed.kind === 'option') return namesOption(sentence, closed.letter)
    return findQuantities(sentence).some((quantity) => sameQuantity(quantity, closed.quantity))
  })
}

function remember<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}
