import { stableHash } from '../../src/utils/stable-hash.ts'
import type { ToolQuestion } from './tool-questions.ts'
import { countRight, voteIfJoined, voteOnCalls } from './vote-on-calls.ts'

/** What is measured of panels; each is a share of questions. */
const MEASURES = [
  'vote',
  'average member',
  'best member in hindsight',
  'best member on the other half',
  'vote by weights of the other half',
  'ties to the best of the other half',
  'ties by lot',
  'right calls joined',
  'some member right',
  'several different calls right',
  'tied',
] as const
export type Measure = (typeof MEASURES)[number]

/** How much a measure is above another, with an interval that contains it in 95 of 100 resamples of the questions. */
export interface Difference {
  mean: number
  low: number
  high: number
}

/** The share of each question for every measure, averaged over panels of one kind. */
export type Shares = Record<Measure, number[]>

const RESAMPLES = 1_000
/** So that a member with no failure, or no success, has a weight. */
const LEAST_CHANCE = 0.02

/** The half that a question belongs to. */
export function halfOf({ id }: ToolQuestion): 0 | 1 {
  return (stableHash(`half ${id}`) % 2) as 0 | 1
}

/** Measures panels on all questions; what is known of members is from the other half of the questions. */
export function measurePanels(questions: ToolQuestion[], panels: string[][]): Shares {
  const shares = Object.fromEntries(
    MEASURES.map((measure) => [measure, new Array<number>(questions.length).fill(0)]),
  ) as Shares
  const all = accuracies(questions)
  const halfAt = questions.map(halfOf)
  const halves = [0, 1].map((half) => accuracies(questions.filter((_, place) => halfAt[place] !== half)))
  for (const panel of panels) {
    const hindsight = bestOf(panel, all)
    const byHalf = halves.map((known) => ({
      best: bestOf(panel, known),
      ordered: panel.toSorted((one, other) => known.get(other)! - known.get(one)!),
      weightOf: (model: string) => logOdds(known.get(model)!),
    }))
    questions.forEach((question, place) => {
      const { best, ordered, weightOf } = byHalf[halfAt[place]!]!
      const isRight = (model: string) => Number(question.proposals.get(model)!.right)
      const { right, byLot, tied } = voteOnCalls(question, panel)
      const values: Record<Measure, number> = {
        vote: Number(right),
        'average member': meanOf(panel.map(isRight)),
        'best member in hindsight': isRight(hindsight),
        'best member on the other half': isRight(best),
        'vote by weights of the other half': Number(voteOnCalls(question, ordered, { weightOf }).right),
        'ties to the best of the other half': Number(voteOnCalls(question, ordered).right),
        'ties by lot': byLot,
        'right calls joined': Number(voteIfJoined(question, panel)),
        'some member right': Math.max(...panel.map(isRight)),
        'several different calls right': Number(countRight(question, panel) > 1),
        tied: Number(tied > 1),
      }
      for (const measure of MEASURES) shares[measure][place]! += values[measure] / panels.length
    })
  }
  return shares
}

/** How often each model is right. */
function accuracies(questions: ToolQuestion[]): Map<string, number> {
  const models = [...questions[0]!.proposals.keys()]
  return new Map(
    models.map((model) => [
      model,
      meanOf(questions.map(({ proposals }) => Number(proposals.get(model)!.right))),
    ]),
  )
}

function bestOf(panel: string[], known: Map<string, number>): string {
  return panel.reduce((one, other) => (known.get(other)! > known.get(one)! ? other : one))
}

function logOdds(chance: number): number {
  const taken = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
  return Math.log(taken / (1 - taken))
}

/** The mean of a measure over the questions at some places. */
export function meanAt(values: number[], places: number[]): number {
  return meanOf(places.map((place) => values[place]!))
}

/** How much a measure is above another on the same questions. */
export function differenceAt(shares: Shares, [one, other]: [Measure, Measure], places: number[]): Difference {
  const values = places.map((place) => shares[one][place]! - shares[other][place]!)
  const means = Array.from({ length: RESAMPLES }, (_, time) => {
    let sum = 0
    for (let index = 0; index < values.length; index++)
      sum += values[Math.floor((stableHash(`${time}|${index}`) / 2 ** 32) * values.length)]!
    return sum / values.length
  }).sort((low, high) => low - high)
  return { mean: meanOf(values), low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.floor(RESAMPLES * 0.975)]! } // biome-ignore format: one line
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
