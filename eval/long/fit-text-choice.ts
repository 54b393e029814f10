import { readPanel, relativeTo, type TextPanel } from '../../src/engine/measure/choose-text.ts'
import {
  type Embed,
  type Regime,
  TEXT_FEATURES,
  type TextChoice,
  type TextFeature,
} from '../../src/engine/measure/text-features.ts'
import { fitLogistic, type Observation } from '../fitting/logistic-regression.ts'
import { foldOf } from '../panels/recordings.ts'
import { type JudgedPanel, meanOf } from './long-sets.ts'

/** A judged panel that was read, with the fold of its question. */
export interface ReadJudged extends JudgedPanel {
  fold: number
  panel: TextPanel
}

/** The part of the model that chooses. */
export type FittedChoice = Pick<TextChoice, 'spreads' | 'weights'>

/** These say nearly the same, so they share a weight: fitted one by one, their weights are left to chance. */
const CENTRAL: TextFeature[] = ['words', 'pairs', 'triples', 'letters']
/** What counts in each situation; features that did not help there were left out. */
const USED: Record<Regime, TextFeature[][]> = {
  free: [['common'], ['meaning'], ['kinds'], ['variety'], ['length']],
  close: [CENTRAL],
  code: [['codeTokens'], ['codePairs']],
  options: [['copied'], ['endsWell']],
}
/** The weight of every set together, and how strongly the weights are pulled to zero. */
const WEIGHT_OF_A_SET = 1_000
const PULL = 300

/** Reads judged panels, each with the fold of its question. */
export async function readJudged(panels: JudgedPanel[], embed: Embed): Promise<ReadJudged[]> {
  const read: ReadJudged[] = []
  for (const judged of panels) {
    const panel = await readPanel(judged.query, judged.texts, { embed, pause: async () => {} })
    read.push({ ...judged, fold: foldOf(judged), panel })
  }
  return read
}

/** Fits the weights on pairs of texts of a panel: by how much more likely is the one with more of a feature the better? */
export function fitTextChoice(read: ReadJudged[]): FittedChoice {
  const spreads = spreadsIn(read)
  const used = Object.entries(USED).flatMap(([regime, groups]) =>
    groups.map((names) => ({ regime: regime as Regime, names })),
  )
  const observations = [...bySet(read).values()].flatMap((panels) => {
    const pairs = panels.flatMap((one) => comparisons(one, spreads, used))
    const whole = pairs.reduce((sum, { weight }) => sum + weight, 0)
    return pairs.map((pair) => ({ ...pair, weight: (pair.weight * WEIGHT_OF_A_SET) / whole }))
  })
  const fitted = fitLogistic(observations, PULL)
  const weights: TextChoice['weights'] = { free: {}, close: {}, code: {}, options: {} }
  used.forEach(({ regime, names }, index) => {
    for (const name of names) weights[regime][name] = rounded(fitted[index]! / names.length)
  })
  return { spreads, weights }
}

/** The panels by set. */
export function bySet<Panel extends JudgedPanel>(panels: Panel[]): Map<string, Panel[]> {
  const sets = new Map<string, Panel[]>()
  for (const panel of panels) sets.set(panel.set, [...(sets.get(panel.set) ?? []), panel])
  return sets
}

/** By how much a feature differs within a panel, on average over the sets. */
function spreadsIn(read: ReadJudged[]): TextChoice['spreads'] {
  const sets = [...bySet(read).values()]
  const spread = (name: TextFeature) =>
    meanOf(sets.map((panels) => meanOf(panels.map(({ panel }) => deviationOf(panel.features[name])))))
  return Object.fromEntries(TEXT_FEATURES.map((name) => [name, rounded(spread(name))]))
}

/** Every two texts of a panel with different scores; the better one comes first and second in turn. */
function comparisons(
  { panel, scores }: ReadJudged,
  spreads: TextChoice['spreads'],
  used: Array<{ regime: Regime; names: TextFeature[] }>,
): Observation[] {
  const relative = relativeTo(panel, spreads)
  const found: Observation[] = []
  scores.forEach((better, index) => {
    scores.forEach((worse, place) => {
      if (better <= worse) return
      const truth = found.length % 2 === 0
      const sign = truth ? 1 : -1
      found.push({
        features: used.map(({ regime, names }) => {
          const ahead = names.map((name) => relative[name][index]! - relative[name][place]!)
          return sign * panel.shares[regime] * meanOf(ahead)
        }),
        truth,
        weight: (better - worse) / scores.length,
      })
    })
  })
  return found
}

function deviationOf(values: number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
