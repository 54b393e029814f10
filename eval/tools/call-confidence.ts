import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { probabilityOf } from '../../src/engine/conclude/confidence.ts'
import { brierScore, calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { fitLogistic, sigmoid } from '../fitting/logistic-regression.ts'
import { share } from '../share.ts'
import { halfOf } from './tool-figures.ts'
import { drawPanels } from './tool-panels.ts'
import type { ToolQuestion } from './tool-questions.ts'
import { type Vote, voteOnCalls } from './vote-on-calls.ts'

/** How often what a panel returns is right, by the votes for it; as it could stand in data/calibration.json. */
export interface CallCalibration {
  constant: number
  /** Of the share of all members that gave it, and of the logarithm of how many did. The runner-up adds nothing. */
  weights: { share: number; voices: number }
  /** The share of right calls among the best-supported tenth; no confidence is higher. */
  highest: number
}

const SIZES = Array.from({ length: 15 }, (_, index) => index + 2)
const SHOWN_SIZES = [2, 3, 5, 8, 16]
const PANELS_OF_A_SIZE = 20
const shipped = readMeasures().calibration

/** The votes of random panels of two models up to sixteen, of which somebody could be voted for. */
export function observeVotes(questions: ToolQuestion[], seed: string, models?: string[]): Observed[] {
  return SIZES.flatMap((size) =>
    drawPanels(PANELS_OF_A_SIZE, size, seed, models).flatMap((panel) =>
      questions
        .map((question) => ({ ...voteOnCalls(question, panel), size }))
        .filter(({ answering }) => answering > 0),
    ),
  )
}

export type Observed = Vote & { size: number }

/** Fits the curve on votes, every size weighing the same. */
export function fitCalls(votes: Observed[]): CallCalibration {
  const cases = new Map<string, { vote: Observed; right: number; wrong: number }>()
  for (const vote of votes) {
    const key = `${vote.leading} of ${vote.size}`
    const one = cases.get(key) ?? { vote, right: 0, wrong: 0 }
    one[vote.right ? 'right' : 'wrong']++
    cases.set(key, one)
  }
  const [shareWeight, voices, constant] = fitLogistic(
    [...cases.values()].flatMap(({ vote, right, wrong }) =>
      [true, false].map((truth) => ({ features: featuresOf(vote), truth, weight: truth ? right : wrong })),
    ),
  ) as [number, number, number]
  const calibration = { constant, weights: { share: shareWeight, voices }, highest: 1 }
  const stated = votes.map((vote) => ({ vote, chance: statedFor(vote, calibration) }))
  stated.sort((one, other) => other.chance - one.chance)
  const best = stated.slice(0, Math.ceil(stated.length / 10))
  return { ...calibration, highest: share(best, ({ vote }) => vote.right) }
}

function featuresOf({ leading, size }: Observed): [number, number] {
  return [leading / size, Math.log(leading)]
}

/** The stated probability that what a panel returns is right. */
export function statedFor(vote: Observed, { constant, weights, highest }: CallCalibration): number {
  const [share, voices] = featuresOf(vote)
  return Math.min(highest, sigmoid(constant + weights.share * share + weights.voices * voices))
}

/** ECE and Brier score of a curve, of the share of the votes, and of the curve for closed questions. */
function scoreVotes(votes: Observed[], calibration: CallCalibration) {
  const right = votes.map((vote) => vote.right)
  const scores = (stated: number[]) => ({
    ece: calibrationError(stated, right),
    brier: brierScore(stated, right),
  })
  return {
    curve: scores(votes.map((vote) => statedFor(vote, calibration))),
    'share of the votes': scores(votes.map(({ leading, size }) => leading / size)),
    'curve of closed questions': scores(
      votes.map(({ leading, runnerUp, size }) =>
        probabilityOf(
          {
            given: leading,
            rival: runnerUp,
            answering: size,
            compatible: 0,
            silent: 0,
            offersOptions: false,
          },
          shipped,
        ),
      ),
    ),
  }
}

/** Fits on one half of the questions and tests on the other with other panels, both ways; also with models of which none was fitted. */
export function crossValidate(questions: ToolQuestion[], models: string[]) {
  const halves = [0, 1].map((half) => questions.filter((question) => halfOf(question) === half))
  const [some, others] = [0, 1].map((turn) => models.filter((_, place) => place % 2 === turn))
  return halves.map((fitted, half) => {
    const curve = fitCalls(observeVotes(fitted, 'fitted'))
    const ofSome = fitCalls(observeVotes(fitted, 'fitted', some))
    const tested = observeVotes(halves[1 - half]!, 'tested')
    const scoreOf = (isMeant: (vote: Observed) => boolean) => scoreVotes(tested.filter(isMeant), curve).curve
    return {
      all: scoreVotes(tested, curve),
      'panels of': Object.fromEntries(
        SHOWN_SIZES.map((size) => [size, scoreOf((vote) => vote.size === size)]),
      ),
      'calls returned': scoreOf(({ isCall }) => isCall),
      'no call returned': scoreOf(({ isCall }) => !isCall),
      'other models': scoreVotes(observeVotes(halves[1 - half]!, 'tested', others), ofSome).curve,
    }
  })
}
