import {
  ANSWER_KINDS,
  type Backing,
  backingBy,
  type Calibration,
  type Curve,
  leastBacking,
} from '../../src/engine/conclude/confidence.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import type { Observation } from './observe-panels.ts'

/** The panels of a question are equally difficult; they are weighted so that every question counts the same. */
interface Weighed {
  observation: Observation
  weight: number
}

const FEATURES: Array<keyof Backing> = ['mean', 'voices']
const ROUNDS = 5
/** This many questions determine a share of 95 % to within a few percentage points. */
const ENOUGH_QUESTIONS = 50
/** The share of best-supported panels whose accuracy is the upper limit of confidence. */
const BEST_BACKED = 0.1

/** A kind without observations gets even odds. */
const NOTHING_KNOWN: Curve = {
  constant: 0,
  weights: { mean: 0, voices: 0 },
  highest: 0.5,
  largestPanel: 2,
  questions: 0,
  sets: '',
}

/** Fits the confidence curves, one for each kind of answer, on all observations except those of some folds. */
export function fitConfidence(observed: Observation[], without: number[] = []): Calibration['kinds'] {
  const used = observed.filter(({ fold }) => !without.includes(fold))
  const curves = ANSWER_KINDS.map((kind) => [kind, fitCurve(used.filter((one) => one.kind === kind))])
  return Object.fromEntries(curves)
}

function fitCurve(observed: Observation[]): Curve {
  if (observed.length === 0) return NOTHING_KNOWN
  const panels = weigh(observed)
  let fitted = fitWeights(panels, ({ supports }) => backingBy(supports))
  // The seats left out of a panel depend on the curve, and the curve on them; this converges after a few rounds.
  for (let round = 0; round < ROUNDS; round++) {
    const curve = fitted
    fitted = fitWeights(panels, ({ supports }) => leastBacking(curve, supports))
  }
  const questions = new Map(observed.map(({ query, set }) => [query, set]))
  return {
    ...fitted,
    highest: rounded(highestShare(observed)),
    largestPanel: largestPanel(observed),
    questions: questions.size,
    sets: [...new Set(questions.values())].sort().join(', '),
  }
}

type BackingOf = (observation: Observation) => Backing

/** The intercept and the weights of a curve; negative weights are left out. */
function fitWeights(panels: Weighed[], backingOf: BackingOf): Pick<Curve, 'constant' | 'weights'> {
  const rows = panels.map((panel) => ({ ...panel, backing: backingOf(panel.observation) }))
  const fitOn = (names: Array<keyof Backing>) =>
    fitLogistic(
      rows.map(({ observation: { right }, backing, weight }) => ({
        features: names.map((name) => backing[name]),
        truth: right,
        weight,
      })),
    )
  const all = fitOn(FEATURES)
  const kept = FEATURES.filter((_, index) => all[index]! > 0)
  const fitted = fitOn(kept)
  const weights = { mean: 0, voices: 0 }
  kept.forEach((name, index) => {
    weights[name] = rounded(fitted[index]!)
  })
  return { constant: rounded(fitted.at(-1)!), weights }
}

function weigh(observed: Observation[]): Weighed[] {
  const panels = new Map<string, number>()
  for (const { query } of observed) panels.set(query, (panels.get(query) ?? 0) + 1)
  return observed.map((observation) => ({ observation, weight: 1 / panels.get(observation.query)! }))
}

/** The largest panel size with enough recorded questions. */
function largestPanel(observed: Observation[]): number {
  const sizes = new Map<number, number>()
  for (const { size } of observed) sizes.set(size, (sizes.get(size) ?? 0) + 1)
  return Math.max(
    2,
    ...[...sizes].filter(([, questions]) => questions >= ENOUGH_QUESTIONS).map(([size]) => size),
  )
}

/** One right and one wrong answer are added, so that a small sample never looks certain. */
function highestShare(observed: Observation[]): number {
  const best = observed
    .map(({ supports, right }) => ({ ...backingBy(supports), right }))
    .sort((left, right) => right.mean - left.mean || right.voices - left.voices)
    .slice(0, Math.ceil(observed.length * BEST_BACKED))
  return (best.filter(({ right }) => right).length + 1) / (best.length + 2)
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
