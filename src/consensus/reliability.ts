import type { IterationEntry } from '../contract/deliberation.ts'
import { type Votes, voterOf } from '../engine/index.ts'

/** In how many runs a model was counted, and in how many of them its first answer was with the winners. */
export interface Tally {
  answered: number
  won: number
}

/** A model, under whatever name it sits in a panel. */
export interface ModelIdentity {
  provider: string
  model: string
}

/** How a model came out of a run. */
export type ModelOutcome = ModelIdentity & { won: boolean }

/** Counted runs that every model of a panel must have before votes are weighed. */
const ENOUGH_RUNS = 50
/** Each rate is drawn to that of the panel by so many runs, so that a short lucky streak weighs little. */
const PRIOR_RUNS = 20
/** Rates are taken to lie in between: a source at 1 in 4 knows nothing, and none is beyond doubt. */
const RATES = { lowest: 0.3, highest: 0.99 }
/** No vote weighs less or more, however the rates lie. */
const WEIGHTS = { least: 0.5, most: 2 }
/** Runs after which counts are halved, so that what a model was like long ago fades. */
const MEMORY_RUNS = 2_000
/** Fewer answers have no majority worth counting. */
const FEWEST_ANSWERS = 3

/** What the votes of a panel weigh, from the tally of each seat's model; null for equal votes. */
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
 * How each model came out of the first, independent round; nothing where that cannot be said. The winners are the
 * most seats, whatever their votes weighed: otherwise weight would beget weight. A tie has no winners. Whose
 * answer may be theirs and cannot be read is counted with them: a model must not lose its vote by its wording.
 */
export function outcomesOf({ responses, clusters }: IterationEntry): ModelOutcome[] {
  const answered = responses.filter(({ position }) => position !== null)
  const distinct = (names: string[]) => new Set(names).size === responses.length
  if (answered.length < FEWEST_ANSWERS || !distinct(responses.map(voterOf))) return []
  // Clusters list seats by name alone.
  if (!distinct(responses.map(({ name }) => name))) return []
  const sides = clusters.map(({ models, unread = [] }) => new Set([...models, ...unread]))
  const [largest, next] = sides.sort((one, two) => two.size - one.size)
  if (largest === undefined || largest.size === next?.size) return []
  return answered.map(({ provider, model, name }) => ({ provider, model, won: largest.has(name) }))
}

/** A tally after one more run. */
export function countRun({ answered, won }: Tally, isWinner: boolean): Tally {
  const next = { answered: answered + 1, won: isWinner ? won + 1 : won }
  return next.answered < MEMORY_RUNS ? next : { answered: next.answered / 2, won: next.won / 2 }
}

/** The log-odds vote of an independent source that is right at this rate, among about four plausible answers. */
function worthOf(rate: number): number {
  const taken = Math.min(RATES.highest, Math.max(RATES.lowest, rate))
  return Math.log((3 * taken) / (1 - taken))
}

/** Scales weights so that they are one on average after those beyond the bounds are brought within; in thousandths. */
function meanOfOne(weights: number[]): number[] {
  const scaledBy = (factor: number) =>
    weights.map((weight) => Math.min(WEIGHTS.most, Math.max(WEIGHTS.least, weight * factor)))
  // The mean grows with the factor from the least weight to the most, so it can be halved in on.
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
