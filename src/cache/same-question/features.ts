import type { AlignedPair } from './align.ts'
import type { QuestionKind } from './question-form.ts'
import type { Question, Word } from './read-question.ts'
import { isNameIn, pairKey, rarityOf, type WordTable } from './verifier-model.ts'
import type { WordClass } from './word-classes.ts'
import type { QuestionPair } from './word-order.ts'

/** What is computed once for a pair and used by several features. */
interface Measures extends QuestionPair {
  /** How rare the left-over words of each side are together; the names on the side that has more of them. */
  rarities: [less: number, more: number]
  names: number
  rarest: number
  /** How much of each question the other says; rare words count more. */
  found: [less: number, more: number]
  foundRarity: number
  alone: number[]
  instead: number[]
  loose: AlignedPair[]
  kinds: [QuestionKind, QuestionKind]
  words: [number, number]
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const inOrder = (one: number, other: number): [number, number] => (one <= other ? [one, other] : [other, one])
/** Those kinds of questions and classes of words that tell something beyond what the other signals do. */
const KINDS: QuestionKind[] = ['what', 'which', 'how-to', 'how', 'why', 'yes-no', 'none']
const CLASSES: WordClass[] = ['quantity', 'modality', 'order', 'self', 'joint']
/** The weight of a word about which nothing is known. */
const UNKNOWN_ALONE = -0.3

/** The signals by name; each is the same in either order of the questions. */
const SIGNALS: Record<string, (measures: Measures) => number> = {
  'words left over, more': ({ alignment: { leftOver, rightOver } }) =>
    Math.max(leftOver.length, rightOver.length),
  'rarity left over, less': ({ rarities }) => rarities[0],
  'rarity left over, more': ({ rarities }) => rarities[1],
  'rarest left over': ({ rarest }) => rarest,
  'found again, less': ({ found }) => found[0],
  'found again, more': ({ found }) => found[1],
  'rarity found again': ({ foundRarity }) => foundRarity,
  'names left over, more': ({ names }) => names,
  'what left-over words say': ({ alone }) => sum(alone),
  'worst left-over word': ({ alone }) => Math.min(0, ...alone),
  'best left-over word': ({ alone }) => Math.max(0, ...alone),
  'what exchanged words say': ({ instead }) => sum(instead),
  'worst exchanged words': ({ instead }) => Math.min(0, ...instead),
  'loose ties': ({ loose }) => loose.length,
  'weakest tie': ({ loose }) => Math.min(1, ...loose.map(({ strength }) => strength)),
  'mistyped words': ({ loose }) => loose.filter(({ tie }) => tie === 'mistyped').length,
  'words that change places': ({ order }) => order.allInversions,
  'unmarked words that change places': ({ order }) => order.inversions,
  'in one order': ({ order }) => order.inOrder,
  'other prepositions': ({ order }) => order.otherMarks,
  'words found again': ({ alignment }) => alignment.pairs.length,
  'content words, fewer': ({ left, right }) => Math.min(left.content.length, right.content.length),
  'content words, more': ({ left, right }) => Math.max(left.content.length, right.content.length),
  'words, more': ({ words }) => words[1],
  'words apart': ({ words }) => words[1] - words[0],
  'first word the same': (measures) => Number(isAligned(measures, 0)),
  'last word the same': (measures) => Number(isAligned(measures, -1)),
  'share of words in common': ({ left, right }) => commonShare(stemsOf(left), stemsOf(right)),
  'share of words asked about in common': ({ left, right }) =>
    commonShare(askedStems(left), askedStems(right)),
  'share of neighbours in common': ({ left, right }) => commonShare(neighboursOf(left), neighboursOf(right)),
  'numbers found again': ({ alignment }) => alignment.pairs.filter(({ left }) => left.number !== null).length,
  'same kind of question': ({ kinds: [one, other] }) => Number(one === other),
  ...Object.fromEntries(
    KINDS.map((kind) => [
      `asks ${kind}`,
      ({ kinds }: Measures) => kinds.filter((one) => one === kind).length,
    ]),
  ),
  ...Object.fromEntries(
    CLASSES.map((name) => [
      `other words of ${name}`,
      ({ left, right }: Measures) => classDifference(left, right, name),
    ]),
  ),
}

/** The names of the signals, in the order in which they are computed. */
export const SIGNAL_NAMES = Object.keys(SIGNALS)

/** The signals of a pair, in the order of their names. */
export function signalsOf(pair: QuestionPair, table: WordTable): number[] {
  const measures = measure(pair, table)
  return Object.values(SIGNALS).map((signal) => signal(measures))
}

function measure(pair: QuestionPair, table: WordTable): Measures {
  const { left, right, alignment } = pair
  const { pairs, leftOver, rightOver } = alignment
  const over = [...leftOver, ...rightOver]
  const rarity = ({ stem }: Word) => rarityOf(table, stem)
  const whole = (words: Word[]) => sum(words.map(rarity))
  const foundRarity = sum(pairs.map((one) => one.strength * Math.min(rarity(one.left), rarity(one.right))))
  const share = ({ content }: Question) =>
    content.length === 0 ? 1 : Math.min(1, foundRarity / Math.max(1e-9, whole(content)))
  const namesIn = (words: Word[]) => words.filter((word) => isNameIn(table, word)).length
  const loose = pairs.filter(({ tie }) => tie !== 'equal')
  const exchanged = [
    ...loose.map((one) => [one.left, one.right] as const),
    ...exchangedIn(leftOver, rightOver),
  ]
  return {
    ...pair,
    rarities: inOrder(whole(leftOver), whole(rightOver)),
    names: Math.max(namesIn(leftOver), namesIn(rightOver)),
    rarest: Math.max(0, ...over.map(rarity)),
    found: inOrder(share(left), share(right)),
    foundRarity,
    alone: over.map(({ stem }) => table.alone.get(stem) ?? UNKNOWN_ALONE),
    instead: exchanged.map(([one, other]) => table.instead.get(pairKey(one.stem, other.stem)) ?? 0),
    loose,
    kinds: [left.form.kind, right.form.kind],
    words: inOrder(left.words.length, right.words.length),
  }
}

/** Left-over words are matched with each other only if there are few. */
const MOST_EXCHANGED = 6

/** Every left-over word of one side with every left-over word of the other, if there are few. */
export function exchangedIn(leftOver: Word[], rightOver: Word[]): Array<readonly [Word, Word]> {
  if (leftOver.length * rightOver.length > MOST_EXCHANGED) return []
  return leftOver.flatMap((one) => rightOver.map((other) => [one, other] as const))
}

function isAligned({ alignment, left, right }: Measures, place: 0 | -1): boolean {
  const [one, other] = [left.content.at(place), right.content.at(place)]
  return one !== undefined && alignment.pairs.some((pair) => pair.left === one && pair.right === other)
}

function stemsOf({ words }: Question): string[] {
  return words.map(({ stem }) => stem)
}

function askedStems({ words }: Question): string[] {
  return words.filter(({ inOpening }) => !inOpening).map(({ stem }) => stem)
}

function neighboursOf({ words }: Question): string[] {
  return words.slice(1).map(({ stem }, index) => `${words[index]!.stem} ${stem}`)
}

function commonShare(left: string[], right: string[]): number {
  const [one, other] = [new Set(left), new Set(right)]
  let shared = 0
  for (const item of one) if (other.has(item)) shared++
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}

/** How many words of a class occur on only one side. */
function classDifference(left: Question, right: Question, name: WordClass): number {
  const [one, other] = [wordsOfClass(left, name), wordsOfClass(right, name)]
  let apart = 0
  for (const word of one) if (!other.has(word)) apart++
  for (const word of other) if (!one.has(word)) apart++
  return apart
}

function wordsOfClass({ words }: Question, name: WordClass): Set<string> {
  const found = words.filter(({ wordClass, inOpening }) => wordClass === name && !inOpening)
  return new Set(found.map(({ folded }) => (name === 'self' ? ownForm(folded) : folded)))
}

/** Personal pronouns: I, you and one mean anybody, and so do my and your. */
function ownForm(word: string): string {
  return /^(?:my|your|our|mine|yours|ours)$/.test(word) ? 'own' : 'one'
}
