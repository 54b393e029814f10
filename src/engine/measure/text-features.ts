import { dotProduct } from '../../vectors/cosine.ts'
import { distinctOf, type GivenByQuestion, type ReadText, sharedBy } from './read-text.ts'

/** What the choice of a text is computed from; each is compared with the mean of the panel. */
export const TEXT_FEATURES = [
  /** How alike it is to the other texts, on average, in words, in runs of two and three words and of four characters. */
  'words',
  'pairs',
  'triples',
  'letters',
  /** How much it says of what the others say: a word counts by the share of the other texts that have it. */
  'common',
  /** The mean cosine with the other texts. */
  'meaning',
  /** How many different words say something. */
  'kinds',
  /** How few of its words are repetitions, for its length. */
  'variety',
  'length',
  'endsWell',
  /** The share that was copied from the question. */
  'copied',
  /** The same for tokens of code, the author's own names all alike, and for pairs of tokens. */
  'codeTokens',
  'codePairs',
  'unbalanced',
  /** Names that only this code takes from nowhere. */
  'borrowed',
  'escaped',
  'returns',
] as const
export type TextFeature = (typeof TEXT_FEATURES)[number]

/** A word that the question gave says less about an answer than one it did not. */
const ECHOED_WEIGHT = 0.3
const MOST_UNBALANCED = 2

/** The features of every text of a panel, by name. */
export function textFeatures(
  texts: ReadText[],
  { given, vectors, likeness }: { given: GivenByQuestion; vectors: Float32Array[]; likeness: Likeness },
): Record<TextFeature, number[]> {
  const meaning = texts.map((_, row) => texts.map((_, column) => dotProduct(vectors[row]!, vectors[column]!)))
  return {
    words: meansOf(likeness.words),
    pairs: meansOf(likeness.pairs),
    triples: meansOf(likeness.triples),
    letters: meansOf(likeness.letters),
    common: commonWords(texts),
    meaning: meansOf(meaning),
    kinds: texts.map((text) => Math.log(1 + kindsIn(text))),
    variety: texts.map(({ words }) => Math.log((distinctOf(words).length + 1) / Math.sqrt(words.length + 1))),
    length: texts.map(({ length }) => Math.log(1 + length)),
    endsWell: texts.map(({ end }) => Number(end === 'finished')),
    copied: texts.map(({ triples }) => shareOf(triples, (triple) => given.triples.has(triple))),
    codeTokens: meansOf(likeness.codeTokens),
    codePairs: meansOf(likeness.codePairs),
    unbalanced: texts.map(({ code }) => Math.min(MOST_UNBALANCED, code.unbalanced)),
    borrowed: texts.map((text) => Math.log(1 + borrowedAlone(text, texts, given))),
    escaped: texts.map(({ code }) => Number(code.isEscaped)),
    returns: texts.map(({ code }) => Number(code.returns)),
  }
}

/** The mean of every row without the text itself. */
function meansOf(table: LikenessTable): number[] {
  return table.map((row, index) => {
    const sum = row.reduce((total, value, place) => (place === index ? total : total + value), 0)
    return sum / Math.max(1, row.length - 1)
  })
}

function kindsIn({ fresh, echoed }: ReadText): number {
  return distinctOf(fresh).length + ECHOED_WEIGHT * distinctOf(echoed).length
}

/**
 * For every text, the share it has of the words of the others. A word counts by how many of the others have it, so that
 * what most say weighs most.
 */
function commonWords(texts: ReadText[]): number[] {
  const kinds = [
    { weight: 1, bags: texts.map(({ fresh }) => distinctOf(fresh)) },
    { weight: ECHOED_WEIGHT, bags: texts.map(({ echoed }) => distinctOf(echoed)) },
  ]
  const had = texts.map(() => 0)
  let all = 0
  const own = texts.map(() => 0)
  for (const { weight, bags } of kinds) {
    const counts = new Map<number, number>()
    for (const bag of bags) for (const word of bag) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const count of counts.values()) all += weight * count
    bags.forEach((bag, index) => {
      own[index]! += weight * bag.length
      for (const word of bag) had[index]! += weight * (counts.get(word)! - 1)
    })
  }
  // `all` counts every word once for each text that has it; those of the text itself are not words of the others.
  return texts.map((_, index) => (all > own[index]! ? had[index]! / (all - own[index]!) : 0))
}

function shareOf(bag: Uint32Array, holds: (hash: number) => boolean): number {
  return bag.length === 0 ? 0 : bag.filter(holds).length / bag.length
}

function borrowedAlone(text: ReadText, texts: ReadText[], { names }: GivenByQuestion): number {
  const others = texts.filter((other) => other !== text)
  return [...text.code.borrowed].filter(
    (name) => !names.has(name.toLowerCase()) && !others.some(({ code }) => code.borrowed.has(name)),
  ).length
}

export type Embed = (texts: string[]) => Promise<Float32Array[]>

/**
 * The situations in which different things make a good text: the texts are free to differ (an explanation, advice), they
 * are close to each other (a translation, a summary), they are code, or only two texts argue for one of several options.
 */
export const REGIMES = ['free', 'close', 'code', 'options'] as const
export type Regime = (typeof REGIMES)[number]

/** How much each feature of a text counts, by situation; generated by `npm run fit-choice`. */
export interface TextChoice {
  version: string
  /** A description of the fit. */
  fitted: string
  /** By how much a feature typically differs within a panel; smaller differences count less. */
  spreads: Partial<Record<TextFeature, number>>
  weights: Record<Regime, Partial<Record<TextFeature, number>>>
}

/** A square table of how alike texts are in one respect, from 0 to 1. */
export type LikenessTable = number[][]

/** The parts in which texts are compared: those of prose, and those of code. */
export const PROSE_PARTS = ['words', 'pairs', 'triples', 'letters'] as const
export const CODE_PARTS = ['codeTokens', 'codePairs'] as const
const PARTS = [...PROSE_PARTS, ...CODE_PARTS]
export type LikenessPart = (typeof PARTS)[number]

/** How alike the texts of a panel are, two by two and part by part. */
export type Likeness = Record<LikenessPart, LikenessTable>

/** Compares every two texts of a panel in every part. */
export async function compareTexts(texts: ReadText[], pause: () => Promise<void>): Promise<Likeness> {
  const tables = Object.fromEntries(
    PARTS.map((part) => [part, texts.map(() => texts.map(() => 1))]),
  ) as Likeness
  for (const [row, left] of texts.entries()) {
    for (let column = 0; column < row; column++) {
      for (const part of PARTS) {
        const alike = likenessOf(left, texts[column]!, part)
        tables[part][row]![column] = alike
        tables[part][column]![row] = alike
      }
    }
    await pause()
  }
  return tables
}

/** The mean over some parts. */
export function meanTable(likeness: Likeness, parts: readonly LikenessPart[]): LikenessTable {
  return likeness[parts[0]!].map((row, index) =>
    row.map(
      (_, place) => parts.reduce((sum, part) => sum + likeness[part][index]![place]!, 0) / parts.length,
    ),
  )
}

/** The F-measure of what two texts share. Texts that are too short for such a part are compared by their words. */
function likenessOf(left: ReadText, right: ReadText, part: LikenessPart): number {
  const both = left[part].length + right[part].length
  if (both > 0) return (2 * sharedBy(left[part], right[part])) / both
  const words = left.words.length + right.words.length
  return words === 0 ? 1 : (2 * sharedBy(left.words, right.words)) / words
}
