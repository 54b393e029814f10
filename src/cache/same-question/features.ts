import { STRENGTH } from './align.ts'
import type { Interrogative } from './question-form.ts'
import type { ReadQuestion, Word } from './read-question.ts'
import { isNameIn, pairKey, type WordTable } from './verifier-model.ts'
import type { WordClass } from './word-classes.ts'
import type { QuestionPair } from './word-order.ts'

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
