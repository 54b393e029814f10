import { medianOf } from '../panel/panel.ts'
import { type GivenByQuestion, type ReadText, readGiven, readText } from './read-text.ts'
import {
  CODE_PARTS,
  compareTexts,
  type Embed,
  type LikenessTable,
  meanTable,
  PROSE_PARTS,
  REGIMES,
  type Regime,
  TEXT_FEATURES,
  type TextChoice,
  type TextFeature,
  textFeatures,
} from './text-features.ts'

export interface ChoicePorts {
  embed: Embed
  model: TextChoice
  pause: () => Promise<void>
}

/** More than any weighted sum of features. */
const BELOW_WHOLE = 1_000
/** Texts that differ by less are equally good, so that the order of the seats cannot decide. */
const SMALLEST_DIFFERENCE = 1e-6

/**
 * How good a choice each of the texts is that a panel wrote to a question, the higher the better, and how alike the texts
 * are, from 0 to 1. The scores can only be compared within a panel.
 */
export async function chooseText(
  query: string,
  texts: string[],
  { embed, model, pause }: ChoicePorts,
): Promise<{ scores: number[]; similarity: number[][] }> {
  const panel = await readPanel(query, texts, { embed, pause })
  return { scores: scoresOf(panel, model), similarity: panel.similarity }
}

/** The scores of the texts of a panel that was read: a cut-off text, a refusal and an empty text rank below whole ones. */
export function scoresOf(
  panel: TextPanel,
  { spreads, weights }: Pick<TextChoice, 'spreads' | 'weights'>,
): number[] {
  const relative = relativeTo(panel, spreads)
  return panel.defects.map((defect, index) => {
    let score = -BELOW_WHOLE * defect
    for (const regime of REGIMES)
      for (const name of TEXT_FEATURES)
        score += panel.shares[regime] * (weights[regime][name] ?? 0) * relative[name][index]!
    return Math.round(score / SMALLEST_DIFFERENCE) * SMALLEST_DIFFERENCE
  })
}

export interface TextPanel {
  /** How alike the texts are, two by two, from 0 to 1. */
  similarity: LikenessTable
  /** How far each situation applies; the shares add up to 1. */
  shares: Record<Regime, number>
  features: Record<TextFeature, number[]>
  /** For every text 0 if it is whole, and the more, the less of an answer it is. */
  defects: number[]
}

/** Texts whose mean similarity is below the first are free to differ; above the second they are variants of one text. */
const CLOSE = [0.32, 0.36] as const
/** The share of characters typical of code, in prose and in code. */
const CODE = [0.03, 0.08] as const

/** Reads the texts that a panel wrote to a question, one after the other. */
export async function readPanel(
  query: string,
  texts: string[],
  { embed, pause }: { embed: Embed; pause: () => Promise<void> },
): Promise<TextPanel> {
  const given = readGiven(query)
  const read: ReadText[] = []
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const one = readText(text, given)
    read.push(one)
    vectors.push(...(await embed([one.opening])))
    await pause()
  }
  const likeness = await compareTexts(read, pause)
  const prose = meanTable(likeness, PROSE_PARTS)
  const code = between(CODE, medianOf(read.map(({ symbols }) => symbols)))
  const ofCode = meanTable(likeness, CODE_PARTS)
  const similarity = prose.map((row, index) =>
    row.map((value, place) => (1 - code) * value + code * ofCode[index]![place]!),
  )
  return {
    similarity,
    shares: sharesOf(prose, code, given),
    features: textFeatures(read, { given, vectors, likeness }),
    defects: defectsOf(read, code),
  }
}

/** The features of a text against the mean of its panel, in units of how far they are spread there. */
export function relativeTo(panel: TextPanel, spreads: TextChoice['spreads']): Record<TextFeature, number[]> {
  return Object.fromEntries(
    TEXT_FEATURES.map((name) => {
      const values = panel.features[name]
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
      const unit = Math.hypot(Math.sqrt(variance), (spreads[name] ?? 0) / 2)
      return [name, values.map((value) => (unit === 0 ? 0 : (value - mean) / unit))]
    }),
  ) as Record<TextFeature, number[]>
}

/** How far each situation applies. Of two texts none is more central, so they are never judged by how close they are. */
function sharesOf(prose: LikenessTable, code: number, { hasOptions }: GivenByQuestion): TextPanel['shares'] {
  const size = prose.length
  const sum = prose.flat().reduce((total, value) => total + value, 0)
  const close = size > 2 ? between(CLOSE, (sum - size) / (size * (size - 1))) : 0
  const options = size === 2 && hasOptions ? 1 : 0
  const prosaic = 1 - code
  return {
    free: prosaic * (1 - close - options),
    close: prosaic * close,
    code,
    options: prosaic * options,
  }
}

/**
 * What is a defect in one text is none if most of the panel do the same: a translation may say “I do not know”, and verse
 * ends as it likes. Two texts are no majority.
 */
function defectsOf(read: ReadText[], code: number): number[] {
  const most = (holds: (text: ReadText) => boolean) => 2 * read.filter(holds).length > read.length
  const arePunctuated = read.length > 2 && most(({ end }) => end === 'finished')
  const isCut = ({ hasOpenFence, end }: ReadText) =>
    hasOpenFence || (code < 0.5 && (end === 'mid-phrase' || (end === 'open' && arePunctuated)))
  const areRefusals = most(({ isRefusal }) => isRefusal)
  return read.map((text) => {
    if (text.isEmpty) return 3
    if (text.isRefusal && !areRefusals) return 2
    return isCut(text) ? 1 : 0
  })
}

/** How far a value lies between two others: 0 at the first, 1 at the second. */
function between([low, high]: readonly [number, number], value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}
