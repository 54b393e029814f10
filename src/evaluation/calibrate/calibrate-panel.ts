import {
  ENOUGH_RUNS,
  estimateVoters,
  type PanelEstimate,
  type PastRun,
} from '../../consensus/ledger/estimate-voters.ts'
import { type Calibration, type FittedCurve, logOdds, type Reliability } from '../../engine/index.ts'
import { atOnce } from '../../utils/in-turns.ts'
import type { Answered } from '../answered.ts'
import { EvaluationError } from '../evaluation-error.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import { digestOf } from '../table/digest.ts'
import { type FittedVotes, type PanelFigures, panelFigures, votedAnswer } from './panel-figures.ts'

/** The figures of some questions with equal votes and the built-in calibration, and with what was fitted. */
export interface BeforeAndAfter {
  questions: number
  before: PanelFigures
  after: PanelFigures
}

/** A panel whose votes and confidence were fitted to one half of its labelled questions. */
export interface CalibratedPanel {
  models: string[]
  estimate: PanelEstimate & { reliability: Required<Reliability> }
  /** The half that it was fitted to, and the other one. */
  fitted: BeforeAndAfter
  other: BeforeAndAfter
  /** The share of the questions in which right answers count as different ones. */
  apart: number
}

/** With fewer labelled questions, half of them would be too few for an estimate. */
const FEWEST_LABELLED = 2 * ENOUGH_RUNS

/** How far the weights of the fitted curve are pulled towards zero, which matters while there are few questions. */
const PULL = 4

/** Fits the votes and the confidence of a panel to one half of its labelled questions, and measures them on each half. */
export function calibratePanel(answered: Answered[], calibration: Calibration): CalibratedPanel {
  const usable = answered.filter(isUsable)
  requireEnough(usable.length)
  const models = [...new Set(usable.flatMap(({ members }) => Object.keys(members)))]
  const [half, other] = halvesOf(usable)
  const estimate = atOnce(estimateVoters(half.map(judgedRun), models, calibration.weighed))
  if (estimate === null) throw tooSilent(half, models)
  const fitted = fitCurve(half, calibration, estimate)
  const calibrated = { ...estimate, reliability: { ...estimate.reliability, fitted } }
  const measured = (some: Answered[]): BeforeAndAfter => ({
    questions: some.length,
    before: panelFigures(some, calibration, null),
    after: panelFigures(some, calibration, calibrated),
  })
  return {
    models,
    estimate: calibrated,
    fitted: measured(half),
    other: measured(other),
    apart: usable.filter(isApart).length / usable.length,
  }
}

/** Refuses to calibrate with too few labelled questions. */
export function requireEnough(labelled: number): void {
  if (labelled < FEWEST_LABELLED)
    throw new EvaluationError(
      `Calibrating needs at least ${FEWEST_LABELLED} closed questions with a right answer and the answers of two members, and there are ${labelled}.`,
    )
}

/** Whether what was fitted is better on the half that it was not fitted to. */
export function isBetter({ other: { before, after } }: Pick<CalibratedPanel, 'other'>): boolean {
  return after.brier < before.brier || (after.brier === before.brier && after.accuracy > before.accuracy)
}

function isUsable({ panel, groups }: Answered): boolean {
  return panel.right !== null && panel.kind === 'closed' && groups.flat().length >= 2
}

/** Two halves by a digest of the question, so that all rows with the same question are in one of them. */
function halvesOf(answered: Answered[]): [Answered[], Answered[]] {
  const digests = answered.map(({ question }) => digestOf(question))
  const middle = digests.toSorted()[Math.floor(answered.length / 2)]!
  return [
    answered.filter((_, place) => digests[place]! < middle),
    answered.filter((_, place) => digests[place]! >= middle),
  ]
}

/** A question as a past run of which every answer is judged. */
function judgedRun({ groups, members }: Answered): PastRun {
  const verdicts = groups.flat().map((voter) => [voter, members[voter]!.right === true] as const)
  return { groups, verdicts: new Map(verdicts) }
}

function tooSilent(half: Answered[], models: string[]): EvaluationError {
  const answers = (model: string) => half.filter(({ groups }) => groups.flat().includes(model)).length
  const few = models.filter((model) => answers(model) < ENOUGH_RUNS)
  const counts = few.map((model) => `${model} ${answers(model)}`).join(', ')
  return new EvaluationError(
    `Calibrating needs ${ENOUGH_RUNS} answers of every member in the half of the questions that is fitted to, and there are fewer: ${counts}. Add labelled questions, or leave these members out with --models.`,
  )
}

/** How often the answers that the votes choose are right, by those of both log odds that do not count against them. */
function fitCurve(half: Answered[], calibration: Calibration, votes: FittedVotes): FittedCurve {
  const voted = half.map((one) => votedAnswer(one, calibration, votes))
  const curveBy = (used: { weighed: boolean; counted: boolean }): FittedCurve => {
    const observations = voted.map(({ right, weighed, counted }) => ({
      features: [used.weighed ? logOdds(weighed) : 0, used.counted ? logOdds(counted) : 0],
      truth: right,
      weight: 1,
    }))
    const [weighed = 0, counted = 0, constant = 0] = fitLogistic(observations, PULL)
    if (weighed < 0) return curveBy({ ...used, weighed: false })
    if (counted < 0) return curveBy({ ...used, counted: false })
    return { questions: half.length, constant, weighed, counted }
  }
  return curveBy({ weighed: true, counted: true })
}

/** Whether members that are right count as having given different answers. */
function isApart({ groups, members }: Answered): boolean {
  return groups.filter((group) => group.some((member) => members[member]!.right)).length > 1
}
