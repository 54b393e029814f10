import { memoise } from '../../utils/memoise.ts'
import { normaliseQuery } from '../normalise-query.ts'
import { STRENGTH } from './align.ts'
import { REMEMBERED } from './fine-print.ts'
import type { Interrogative } from './question-form.ts'
import { isLong, type ReadQuestion, readQuestion, type Word } from './read-question.ts'
import { isNameIn, pairKey, probabilityBy, type VerifierModel, type WordTable } from './verifier-model.ts'
import { vetoesOf } from './vetoes.ts'
import type { WordClass } from './word-classes.ts'
import { compareQuestions, type QuestionPair } from './word-order.ts'

export interface SameQuestion {
  same: boolean
  probability: number
  /** What sets them apart, e.g. 'number'; empty if nothing does. */
  differences: string[]
}

/** Decides whether two differently worded questions ask the same thing; in case of doubt they do not. */
export type QuestionVerifier = (asked: string, stored: string) => SameQuestion

/** Nobody types texts of this length twice in different words; comparing them would take longer than it is worth. */
export const LONGEST_COMPARED = 4_000

const SURE: SameQuestion = { same: true, probability: 1, differences: [] }
const TOO_LONG: SameQuestion = { same: false, probability: 0, differences: ['too long to compare'] }

/** Decides as a person would: nothing may set the questions apart, and their words must make it probable. */
export function createQuestionVerifier(model: VerifierModel): QuestionVerifier {
  const read = memoise(readQuestion, REMEMBERED)

  return (asked, stored) => {
    if (normaliseQuery(asked) === normaliseQuery(stored)) return SURE
    if (Math.max(asked.length, stored.length) > LONGEST_COMPARED) return TOO_LONG
    const [one, other] = [read(asked), read(stored)]
    if (isLong(one) || isLong(other)) return TOO_LONG
    const pair = compareQuestions(one, other, model.words)
    const differences = vetoesOf(pair, model.words)
    // Pairs with a veto were not used in training: all that is known is how often such pairs were the same after all.
    if (differences.length > 0) return { same: false, probability: model.vetoed, differences }
    const probability = probabilityBy(model, Object.values(signalsOf(pair, model.words)))
    if (asksSameMeasure(pair))
      return { same: true, probability: Math.max(probability, model.bar), differences }
    return { same: probability >= model.bar, probability, differences }
  }
}

/** Whether both ask for the same measure of the same thing: “How tall is …” and “What is the height of …” share few words. */
export function asksSameMeasure({ left, right, alignment, order }: QuestionPair): boolean {
  if (left.form.attribute === null && right.form.attribute === null) return false
  const isLeft = alignment.leftOver.length > 0 || alignment.rightOver.length > 0
  if (isLeft || left.form.kind !== right.form.kind || order.inversions > 0) return false
  return (
    alignment.pairs.every((pair) => pair.tie === 'equal' && partOf(pair.left) === partOf(pair.right)) &&
    qualifiersOf(left) === qualifiersOf(right)
  )
}

/** The role of a word; it is the same in “the height of the tower” and “how tall the tower is”. */
function partOf({ mark }: Word): string {
  return mark === 'of' ? '' : mark
}

const QUALIFYING = new Set<string>(['negation', 'quantity', 'person', 'modality', 'past', 'order', 'joint'])

/** Function words that would make it a different question: whose, how much of it, when. */
function qualifiersOf({ words }: ReadQuestion): string {
  const qualifying = words.filter(({ folded, wordClass }) =>
    wordClass === 'self'
      ? /^(?:my|your|our|i|me|you|we|us)$/.test(folded)
      : wordClass !== null && QUALIFYING.has(wordClass),
  )
  return qualifying.map(({ folded }) => (folded === 'did' || folded === 'were' ? 'was' : folded)).join(' ')
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
/** Those kinds of questions and classes of words that tell something beyond what the other signals do. */
const KINDS: Interrogative[] = ['what', 'which', 'how-to', 'how', 'why', 'yes-no', 'none']
const CLASSES: WordClass[] = ['quantity', 'modality', 'order', 'joint']
/** The weight of a word about which nothing is known. */
const UNKNOWN_ALONE = -0.3

/** The signals of a pair by name; each is the same in either order of the questions. */
export function signalsOf(
  { left, right, alignment, order }: QuestionPair,
  table: WordTable,
): Record<string, number> {
  const { pairs, leftOver, rightOver } = alignment
  const over = [...leftOver, ...rightOver]
  const rarity = ({ stem }: Word) => table.rarity.get(stem) ?? table.rarest
  const whole = (words: Word[]) => sum(words.map(rarity))
  const rarities = [whole(leftOver), whole(rightOver)]
  // How much of each question the other says; rare words count more.
  const foundRarity = sum(
    pairs.map((one) => STRENGTH[one.tie] * Math.min(rarity(one.left), rarity(one.right))),
  )
  const found = [left, right].map(({ content }) =>
    content.length === 0 ? 1 : Math.min(1, foundRarity / Math.max(1e-9, whole(content))),
  )
  const namesIn = (words: Word[]) => words.filter((word) => isNameIn(table, word)).length
  const alone = over.map(({ stem }) => table.alone.get(stem) ?? UNKNOWN_ALONE)
  const loose = pairs.filter(({ tie }) => tie !== 'equal')
  const exchanged = [
    ...loose.map((one) => [one.left, one.right] as const),
    ...exchangedIn(leftOver, rightOver),
  ]
  const instead = exchanged.map(([one, other]) => table.instead.get(pairKey(one.stem, other.stem)) ?? 0)
  const isAligned = (place: 0 | -1) =>
    pairs.some((pair) => pair.left === left.content.at(place) && pair.right === right.content.at(place))
  const kinds = [left.form.kind, right.form.kind]
  return {
    'words left over, more': Math.max(leftOver.length, rightOver.length),
    'rarity left over, less': Math.min(...rarities),
    'rarity left over, more': Math.max(...rarities),
    'rarest left over': Math.max(0, ...over.map(rarity)),
    'found again, less': Math.min(...found),
    'found again, more': Math.max(...found),
    'rarity found again': foundRarity,
    'names left over, more': Math.max(namesIn(leftOver), namesIn(rightOver)),
    'what left-over words say': sum(alone),
    'worst left-over word': Math.min(0, ...alone),
    'best left-over word': Math.max(0, ...alone),
    'what exchanged words say': sum(instead),
    'worst exchanged words': Math.min(0, ...instead),
    'loose ties': loose.length,
    'weakest tie': Math.min(1, ...loose.map(({ tie }) => STRENGTH[tie])),
    'mistyped words': loose.filter(({ tie }) => tie === 'mistyped').length,
    'words that change places': order.inversions,
    'words found again': pairs.length,
    'content words, fewer': Math.min(left.content.length, right.content.length),
    'content words, more': Math.max(left.content.length, right.content.length),
    'words, more': Math.max(left.words.length, right.words.length),
    'words apart': Math.abs(left.words.length - right.words.length),
    'first word the same': Number(isAligned(0)),
    'last word the same': Number(isAligned(-1)),
    'share of words in common': commonShare(stemsOf(left), stemsOf(right)),
    'share of words asked about in common': commonShare(askedStems(left), askedStems(right)),
    'share of neighbours in common': commonShare(neighboursOf(left), neighboursOf(right)),
    'numbers found again': pairs.filter(({ left: { number } }) => number !== null).length,
    'same kind of question': Number(kinds[0] === kinds[1]),
    ...Object.fromEntries(KINDS.map((kind) => [`asks ${kind}`, kinds.filter((one) => one === kind).length])),
    ...Object.fromEntries(
      CLASSES.map((name) => [`other words of ${name}`, classDifference(left, right, name)]),
    ),
  }
}

/** Left-over words are matched with each other only if there are few. */
const MOST_EXCHANGED = 6

/** Every left-over word of one side with every left-over word of the other, if there are few. */
export function exchangedIn(leftOver: Word[], rightOver: Word[]): Array<readonly [Word, Word]> {
  if (leftOver.length * rightOver.length > MOST_EXCHANGED) return []
  return leftOver.flatMap((one) => rightOver.map((other) => [one, other] as const))
}

function stemsOf({ words }: ReadQuestion): string[] {
  return words.map(({ stem }) => stem)
}

function askedStems({ words }: ReadQuestion): string[] {
  return words.filter(({ inOpening }) => !inOpening).map(({ stem }) => stem)
}

function neighboursOf({ words }: ReadQuestion): string[] {
  return words.slice(1).map(({ stem }, index) => `${words[index]!.stem} ${stem}`)
}

function commonShare(left: string[], right: string[]): number {
  const [one, other] = [new Set(left), new Set(right)]
  const shared = [...one].filter((item) => other.has(item)).length
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}

/** How many words of a class occur on only one side. */
function classDifference(left: ReadQuestion, right: ReadQuestion, name: WordClass): number {
  const [one, other] = [wordsOfClass(left, name), wordsOfClass(right, name)]
  const shared = [...one].filter((word) => other.has(word)).length
  return one.size + other.size - 2 * shared
}

function wordsOfClass({ words }: ReadQuestion, name: WordClass): Set<string> {
  const found = words.filter(({ wordClass, inOpening }) => wordClass === name && !inOpening)
  return new Set(found.map(({ folded }) => folded))
}
