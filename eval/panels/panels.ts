import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { Calibration } from '../../src/engine/conclude/confidence.ts'
import { brierScore, calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { share } from '../share.ts'
import { fitConfidence } from './fit-confidence.ts'
import { readModernSets, type Verdicts, verdictsOn } from './modern-sets.ts'
import {
  isGrouped,
  type Observation,
  observePanels,
  rankModels,
  readSets,
  strongest,
} from './observe-panels.ts'
import { answerableAt, areaUnderRoc } from './rankings.ts'
import { FOLDS, foldOf, type Recording } from './recordings.ts'
import { type Replay, replay } from './replay.ts'
import { beginEstimate } from './running-estimate.ts'

/** The figures of one recorded set. */
interface Figures {
  set: string
  questions: number
  /** The accuracy of every recorded model, best first; the first five are the panel. */
  members: Record<string, number>
  bestSingle: number
  /** How often the answer of the panel is right. */
  panelRight: number
  /** If ties were broken by lot. */
  expectedRight: number
  /** With votes weighted by how often each model agreed with the winners so far, in the order of the file. */
  rightByReliability: number
  confidenceAuroc: number
  calibrationError: number
  brierScore: number
  /** The share of panels in consensus, and how often that is right. */
  consensus: number
  consensusRight: number
  /** The share of questions that can be answered at 95% right, and how many of these answers are right. */
  answerable: number
  answerableRight: number
  callsPerQuestion: number
  /** The share of panels that needed a reader. */
  read: number
  /** Of the pairs of right answers to a question in words, the share in one group. */
  rightTogether: number
  /** The shares of readable replies that the extractor cannot read, or reads otherwise than was recorded. */
  unread: number
  misread: number
  /** Of the pairs of answers in one group, the share of which one is right and the other wrong. */
  mixedPairs: number
}

/** How many of the answers that are given must be right. */
const PRECISION = 0.95
/** The most a split and the least a consensus may state. */
const BOUNDS = { split: 0.8, consensus: 0.3 }

interface Evaluation {
  /** How confidence was fitted. */
  fitted: string
  figures: Figures[]
  /** What verdicts alone tell of sets of newer models. */
  verdicts: Verdicts[]
  /** Panels of two models up to five whose shipped confidence is out of bounds. */
  bounds: Record<'panels' | 'splitsTooSure' | 'consensusTooUnsure', number>
}

/** Replays the recorded sets of a folder with a calibration that was fitted on other questions. */
export async function evaluatePanels(folder: string): Promise<Evaluation> {
  const shipped = readMeasures().calibration
  const sets = readSets(folder)
  const observed = await inTurn(sets, observePanels)
  const grouped = observed.filter((_, place) => isGrouped(sets[place]!)).flat()
  const fitted = Array.from({ length: FOLDS }, (_, fold) => ({
    ...shipped,
    ...fitConfidence(grouped.filter((one) => one.fold !== fold)),
  }))
  const unread = sets[0]!.map(({ labels: _, ...recording }) => ({
    ...recording,
    set: `${recording.set}, nobody reads`,
  }))
  return {
    fitted: `on the other four fifths of the questions (${FOLDS} folds)`,
    figures: await inTurn([...sets, unread, ...readModernSets(folder)], (set) =>
      figuresOf(set, (one) => fitted[foldOf(one)]!),
    ),
    verdicts: [verdictsOn(folder, 'facts'), verdictsOn(folder, 'multichallenge')],
    bounds: outOfBounds(observed.flat()),
  }
}

function outOfBounds(observed: Observation[]): Evaluation['bounds'] {
  const count = (isSo: (one: Observation) => boolean) => observed.filter(isSo).length
  return {
    panels: observed.length,
    splitsTooSure: count(({ outcome, confidence }) => outcome === 'split' && confidence > BOUNDS.split),
    consensusTooUnsure: count(
      ({ outcome, confidence }) => outcome === 'consensus' && confidence < BOUNDS.consensus,
    ),
  }
}

async function figuresOf(
  set: Recording[],
  calibrationFor: (recording: Recording) => Calibration,
): Promise<Figures> {
  const members = Object.fromEntries(rankModels(set).map(({ model, accuracy }) => [model, accuracy]))
  const models = strongest(set)
  const running = beginEstimate(models)
  const replays = await inTurn(set, (recording) =>
    replay(recording, { models, calibration: calibrationFor(recording) }),
  )
  const weighed = await inTurn(set, async (recording) => {
    const estimate = running.now()
    const { votes = null, reliability } = estimate ?? {}
    const one = await replay(recording, { models, votes, ...(reliability && { reliability }) })
    if (one.result !== null) running.count(one.result)
    return one
  })
  const [confidences, right] = [replays.map((one) => one.confidence), replays.map((one) => one.right)]
  const agreed = replays.filter(({ outcome }) => outcome === 'consensus')
  const extracted = set.flatMap((recording) => recording.extracted)
  const answerable = answerableAt(
    PRECISION,
    replays.map((one, place) => ({ ...one, fold: foldOf(set[place]!) })),
  )
  const pairs = replays.flatMap((one, place) => pairsOf(one, set[place]!))
  return {
    set: set[0]!.set,
    questions: set.length,
    members,
    bestSingle: members[models[0]!]!,
    panelRight: share(right, Boolean),
    expectedRight: meanOf(replays.map((one, place) => chanceOf(one, set[place]!))),
    rightByReliability: share(weighed, (one) => one.right),
    confidenceAuroc: areaUnderRoc(confidences, right),
    calibrationError: calibrationError(confidences, right),
    brierScore: brierScore(confidences, right),
    consensus: agreed.length / replays.length,
    consensusRight: share(agreed, (one) => one.right),
    answerable: answerable.answered,
    answerableRight: answerable.right,
    callsPerQuestion: meanOf(replays.map(({ calls }) => calls)),
    read: share(replays, ({ wasRead }) => wasRead),
    unread: share(extracted, (one) => one === 'unread'),
    misread: share(extracted, (one) => one === 'misread'),
    mixedPairs: share(pairs, ([one, other]) => one !== other),
    rightTogether: pairs.filter(([one, other]) => one && other).length / rightPairsIn(set, models),
  }
}

/** How likely the answer is right if one of the largest groups were drawn by lot. */
function chanceOf({ groups }: Replay, { replies }: Recording): number {
  const most = Math.max(0, ...groups.map((group) => group.length))
  const tied = groups.filter((group) => group.length === most)
  return tied.length === 0
    ? 0
    : meanOf(tied.map((group) => share(group, (model) => replies.get(model)!.right)))
}

/** The verdicts on every two answers of a group. */
function pairsOf({ groups }: Replay, { replies }: Recording): Array<[boolean, boolean]> {
  const verdicts = groups.map((group) => group.map((model) => replies.get(model)!.right))
  return verdicts.flatMap((group) =>
    group.flatMap((one, place) => group.slice(place + 1).map((other): [boolean, boolean] => [one, other])),
  )
}

/** How many pairs of right answers some models gave. */
function rightPairsIn(set: Recording[], models: string[]): number {
  return set
    .map(({ replies }) => models.filter((model) => replies.get(model)?.right).length)
    .reduce((sum, right) => sum + (right * (right - 1)) / 2, 0)
}

/** Prints the figures as tables. */
export function printFigures({ fitted, figures, verdicts, bounds }: Evaluation): void {
  const digits = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(3))
  const table = (from: number, to?: number) =>
    Object.fromEntries(
      figures.map(({ set, questions, members: _, ...numbers }) => [
        set,
        Object.fromEntries(
          [
            ['questions', questions],
            ...Object.entries(numbers).map(([name, value]) => [name, digits(value)]),
          ].slice(from, to),
        ),
      ]),
    )
  console.log(`Confidence fitted ${fitted}`)
  console.table(table(0, 10))
  console.table(table(10))
  console.log('Verdicts on all models, without a vote:')
  console.table(verdicts)
  for (const { set, members } of figures)
    console.log(
      `${set}:`,
      ...Object.entries(members).map(([model, accuracy]) => `${model} ${digits(accuracy)}`),
    )
  console.log('Panels of two models up to five whose shipped confidence is too high or too low:', bounds)
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

async function inTurn<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}
