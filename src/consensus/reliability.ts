import type { IterationEntry, SeatResponse } from '../contract/deliberation.ts'
import { type Votes, voterOf } from '../engine/index.ts'

/** The number of runs in which a model was counted, and in which its first answer agreed with the winners. */
export interface Tally {
  answered: number
  won: number
}

/** A model, whatever its display name in a panel. */
export interface ModelIdentity {
  provider: string
  model: string
}

/** Whether the first answer of a model agreed with the winners of a run. */
export type ModelOutcome = ModelIdentity & { won: boolean }

/** The counted runs every model of a panel needs before votes are weighted. */
const ENOUGH_RUNS = 50
/** Each rate is pulled towards that of the panel by this many runs, so that a short lucky streak counts little. */
const PRIOR_RUNS = 20
/** Rates are clamped to this range: a source that is right 1 time in 4 knows nothing, and none is beyond doubt. */
const RATES = { lowest: 0.3, highest: 0.99 }
/** The range of vote weights, whatever the rates. */
const WEIGHTS = { least: 0.5, most: 2 }
/** Counts are halved after this many runs, so that old behaviour fades. */
export const MEMORY_RUNS = 2_000
/** With fewer answers there is no majority worth counting. */
const FEWEST_ANSWERS = 3

/** The vote weights of a panel from the tallies of its models; null for equal votes. */
export function votesFrom(tallies: Array<ModelIdentity & Tally>): Votes | null {
  if (tallies.some(({ answered }) => answered < ENOUGH_RUNS)) return null
  const pooled = sum(tallies.map(({ won }) => won)) / sum(tallies.map(({ answered }) => answered))
  const weights = meanOfOne(
    tallies.map(({ answered, won }) => worthOf((won + PRIOR_RUNS * pooled) / (answered + PRIOR_RUNS))),
  )
  if (weights.every((weight) => weight === weights[0])) return null
  return Object.fromEntries(tallies.map((tally, index) => [voterOf(tally), weights[index]!]))
}

/**
 * How each model did in the first, independent round; empty when that cannot be determined. The winners are the most
 * seats, whatever their votes weigh: otherwise weight would produce more weight. A tie has no winners.
 */
export function outcomesOf({ responses, clusters }: IterationEntry): ModelOutcome[] {
  const answered = responses.filter(({ position }) => position !== null)
  const distinct = (names: string[]) => new Set(names).size === responses.length
  if (answered.length < FEWEST_ANSWERS || !distinct(responses.map(concreteOf).map(voterOf))) return []
  // Clusters list seats by name only.
  if (!distinct(responses.map(({ name }) => name))) return []
  const sides = clusters.map(({ models }) => new Set(models))
  const [largest, next] = sides.sort((one, two) => two.size - one.size)
  if (largest === undefined || largest.size === next?.size) return []
  return answered.map((response) => ({ ...concreteOf(response), won: largest.has(response.name) }))
}

/** The model that gave a response, which may stand behind the id of a whole family. */
function concreteOf({ provider, model, served_model = model }: SeatResponse): ModelIdentity {
  return { provider, model: served_model }
}

/** The log-odds vote of an independent source that is right at this rate, among about four plausible answers. */
function worthOf(rate: number): number {
  const taken = Math.min(RATES.highest, Math.max(RATES.lowest, rate))
  return Math.log((3 * taken) / (1 - taken))
}

/** Scales weights so that they average 1 after clamping, rounded to three decimal places. */
function meanOfOne(weights: number[]): number[] {
  const scaledBy = (factor: number) =>
    weights.map((weight) => Math.min(WEIGHTS.most, Math.max(WEIGHTS.least, weight * factor)))
  // The mean grows with the factor, so the factor can be found by bisection.
  let [low, high] = [0, WEIGHTS.most / Math.min(...weights)]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (sum(scaledBy(middle)) < weights.length) low = middle
    else high = middle
  }
  return scaledBy(high).map((weight) => Math.round(weight * 1_000) / 1_000)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
