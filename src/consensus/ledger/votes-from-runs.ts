import { type Votes, voterOf } from '../../engine/index.ts'
import type { CountedRun, ModelIdentity } from './counted-run.ts'

/** The number of runs in which a model answered, and in which its first answer agreed with the winners. */
interface Tally {
  answered: number
  won: number
}

/** The counted runs every model of a panel needs before votes are weighted. */
const ENOUGH_RUNS = 50
/** Each rate is pulled towards that of the panel by this many runs, so that a short lucky streak counts little. */
const PRIOR_RUNS = 20
/** Rates are clamped to this range: a source that is right 1 time in 4 knows nothing, and none is beyond doubt. */
const RATES = { lowest: 0.3, highest: 0.99 }
/** The range of vote weights, whatever the rates. */
const WEIGHTS = { least: 0.5, most: 2 }

/** The vote weights of models from past runs; null for equal votes. */
export function votesFromRuns(runs: CountedRun[], models: ModelIdentity[]): Votes | null {
  const tallies = talliesOf(models, runs)
  if (tallies.some(({ answered }) => answered < ENOUGH_RUNS)) return null
  const pooled = sum(tallies.map(({ won }) => won)) / sum(tallies.map(({ answered }) => answered))
  const weights = meanOfOne(
    tallies.map(({ answered, won }) => worthOf((won + PRIOR_RUNS * pooled) / (answered + PRIOR_RUNS))),
  )
  if (weights.every((weight) => weight === weights[0])) return null
  return Object.fromEntries(models.map((model, index) => [voterOf(model), weights[index]!]))
}

/** How often each of some models answered, and won, in runs that somebody won. */
function talliesOf(models: ModelIdentity[], runs: CountedRun[]): Tally[] {
  const tallies = models.map(({ provider, model }) => ({ provider, model, answered: 0, won: 0 }))
  for (const { ballots } of runs) {
    const winners = winnersOf(ballots)
    if (winners === null) continue
    for (const { provider, model, group } of ballots) {
      if (group === null) continue
      for (const tally of tallies) {
        if (tally.model !== model || tally.provider !== provider) continue
        tally.answered++
        if (group === winners) tally.won++
      }
    }
  }
  return tallies
}

/**
 * The group of the most models, whatever their votes weigh: otherwise weight would produce more weight. Null for a tie,
 * which nobody wins.
 */
function winnersOf(ballots: CountedRun['ballots']): number | null {
  const sizes = new Map<number, number>()
  for (const { group } of ballots) if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  let winners: number | null = null
  let most = 0
  for (const [group, size] of sizes) {
    if (size >= most) winners = size > most ? group : null
    most = Math.max(most, size)
  }
  return winners
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
