import {
  type Backing,
  backingBy,
  type Curve,
  leastBacking,
} from '../../src/engine/conclude/draft-confidence.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import type { DraftObservation } from './observe-drafts.ts'

/** The panels of a question are equally difficult; they are weighted so that every question counts the same. */
interface Weighed {
  draft: DraftObservation
  weight: number
}

const FEATURES: Array<keyof Backing> = ['mean', 'voices']
const ROUNDS = 5
/** This many questions determine a share of 95 % to within a few percentage points. */
const ENOUGH_QUESTIONS = 50
/** The share of best-supported panels whose accuracy is the upper limit of confidence. */
const BEST_BACKED = 0.1

/** Fits how likely a chosen draft passes by how alike the others are. */
export function fitDraftCurve(drafts: DraftObservation[]): Curve {
  const panels = weigh(drafts)
  let fitted = fitWeights(panels, ({ supports }) => backingBy(supports))
  // The seats left out of a panel depend on the curve, and the curve on them; this converges after a few rounds.
  for (let round = 0; round < ROUNDS; round++) {
    const curve = fitted
    fitted = fitWeights(panels, ({ supports }) => leastBacking(curve, supports))
  }
  const questions = new Map(drafts.map(({ query, set }) => [query, set]))
  return {
    ...fitted,
    highest: rounded(highestShare(drafts)),
    largestPanel: largestPanel(drafts),
    questions: questions.size,
    sets: [...new Set(questions.values())].sort().join(', '),
  }
}

/** The intercept and the weights of a curve; negative weights are left out. */
function fitWeights(
  panels: Weighed[],
  backingOf: (draft: DraftObservation) => Backing,
): Pick<Curve, 'constant' | 'weights'> {
  const rows = panels.map((panel) => ({ ...panel, backing: backingOf(panel.draft) }))
  const fitOn = (names: Array<keyof Backing>) =>
    fitLogistic(
      rows.map(({ draft: { right }, backing, weight }) => ({
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

function weigh(drafts: DraftObservation[]): Weighed[] {
  const panels = new Map<string, number>()
  for (const { query } of drafts) panels.set(query, (panels.get(query) ?? 0) + 1)
  return drafts.map((draft) => ({ draft, weight: 1 / panels.get(draft.query)! }))
}

/** The largest panel size with enough recorded questions. */
function largestPanel(drafts: DraftObservation[]): number {
  const sizes = new Map<number, number>()
  for (const { size } of drafts) sizes.set(size, (sizes.get(size) ?? 0) + 1)
  return Math.max(
    2,
    ...[...sizes].filter(([, questions]) => questions >= ENOUGH_QUESTIONS).map(([size]) => size),
  )
}

/** One right and one wrong answer are added, so that a small sample never looks certain. */
function highestShare(drafts: DraftObservation[]): number {
  const best = drafts
    .map(({ supports, right }) => ({ ...backingBy(supports), right }))
    .sort((left, right) => right.mean - left.mean || right.voices - left.voices)
    .slice(0, Math.ceil(drafts.length * BEST_BACKED))
  return (best.filter(({ right }) => right).length + 1) / (best.length + 2)
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
