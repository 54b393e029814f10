import { existsSync } from 'node:fs'
import { readAgreement, readCalibration } from '../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { parseReply } from '../../src/engine/reading/reply/parse-reply.ts'
import { asJsonReplies } from './json-replies.ts'
import { type Learned, learnFrom, readRecordedSets } from './learn.ts'
import { areaUnderRoc, calibrationError } from './rankings.ts'
import { rankModels } from './read-panel.ts'
import { FOLDS, foldOf, type Recording, readRecordings } from './recordings.ts'
import { refittedError } from './refitted-error.ts'
import { judgedPairs, replay } from './replay.ts'
import { beginVotes } from './running-votes.ts'

/** A panel consists of the five strongest models of a set, or of all if there are fewer. */
const PANEL = 5

/** The figures of one recorded set. */
interface Figures {
  set: string
  questions: number
  /** How agreement and confidence were fitted. */
  fitted: string
  /** The accuracy of every recorded model, as the engine reads its replies, best first. */
  members: Record<string, number>
  panel: string[]
  bestSingle: number
  plurality: number
  consensus: number
  /** With votes weighted by how often each model agreed with the winners so far, in the order of the file. */
  consensusByReliability: number
  equivalenceAuroc: number
  confidenceAuroc: number
  calibrationError: number
  /** With curves fitted on the other four fifths of this set, if the shipped ones were not. */
  refittedCalibrationError: number | null
  /** The share of replies with an answer that could not be read. */
  unparsed: number
  callsPerQuestion: number
}

interface PanelOptions {
  /** Files to replay with the shipped data; if empty, the recorded sets are replayed with cross-validation. */
  files: string[]
  folder: string
}

/** Replays recorded panels through the engine and measures the results. */
export async function evaluatePanels({ files, folder }: PanelOptions): Promise<Figures[]> {
  const { embed } = await openBuiltinEmbedder()
  if (files.length === 0) {
    if (!existsSync(folder))
      throw new Error(
        `The folder ${folder} does not exist. Pass the folder of the recorded sets with --recorded FOLDER, or your own file with --data FILE.`,
      )
    const sets = readRecordedSets(folder)
    const learning = await learnFrom(sets, embed)
    const learned: Learned[] = []
    for (let fold = 0; fold < FOLDS; fold++) learned.push(await learning.without(fold))
    const fitted = `on the other four fifths of all recorded questions (${FOLDS} folds)`
    // The same replies in the form that our prompts ask for, as in production.
    const all = sets.flatMap((set) => [set, set.map(asJsonReplies)])
    return inTurn(all, (set) =>
      figuresOf(set, { fitted, refitted: null, learnedFor: (one) => learned[foldOf(one)]! }),
    )
  }

  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new Error(`The file ${missing} does not exist.`)
  const shipped: Learned = { agreement: readAgreement(), calibration: readCalibration().kinds }
  return inTurn(files, async (file) => {
    const set = readRecordings(file)
    const models = rankModels(set)
      .slice(0, PANEL)
      .map(({ model }) => model)
    const refitted = await refittedError(set, { models, embed, agreement: shipped.agreement })
    const isKnown = Object.values(shipped.calibration).some(({ sets }) =>
      sets.split(', ').includes(set[0]!.set),
    )
    const fitted = isKnown ? 'as shipped, which means on this set: run without --data' : 'as shipped'
    return figuresOf(set, { fitted, refitted, learnedFor: () => shipped })
  })

  async function figuresOf(
    set: Recording[],
    {
      fitted,
      refitted,
      learnedFor,
    }: {
      fitted: string
      refitted: number | null
      learnedFor: (recording: Recording) => Learned
    },
  ): Promise<Figures> {
    const ranked = rankModels(set)
    const members = Object.fromEntries(ranked.map(({ model, accuracy }) => [model, accuracy]))
    const panel = Object.keys(members).slice(0, PANEL)
    const replays = await inTurn(set, (recording) =>
      replay(recording, { models: panel, learned: learnedFor(recording), embed, votes: null }),
    )
    const running = beginVotes(panel)
    const weighed = await inTurn(set, async (recording) => {
      const one = await replay(recording, {
        models: panel,
        learned: learnedFor(recording),
        embed,
        votes: running.now(),
      })
      if (one.result !== null) running.count(one.result)
      return one
    })
    const pairs = (
      await inTurn(set, (recording) =>
        judgedPairs(recording, { models: panel, learned: learnedFor(recording), embed }),
      )
    ).flat()
    const right = replays.map((one) => one.given?.right ?? false)
    const confidences = replays.map((one) => one.confidence)
    return {
      set: set[0]?.set ?? '',
      questions: set.length,
      fitted,
      members,
      panel,
      bestSingle: Math.max(...panel.map((model) => members[model]!)),
      plurality: share(replays, (one) => one.pluralityRight),
      consensus: share(right, Boolean),
      consensusByReliability: share(weighed, (one) => one.given?.right ?? false),
      equivalenceAuroc: areaUnderRoc(
        pairs.map((pair) => pair.agreement),
        pairs.map((pair) => pair.equivalent),
      ),
      confidenceAuroc: areaUnderRoc(confidences, right),
      calibrationError: calibrationError(confidences, right),
      refittedCalibrationError: refitted,
      unparsed: unparsedShare(set),
      callsPerQuestion: replays.reduce((sum, one) => sum + one.calls, 0) / replays.length,
    }
  }
}

/** The figures of a set as a table. */
export function printFigures(figures: Figures): void {
  const digits = (value: number | null) => (value === null || Number.isNaN(value) ? '–' : value.toFixed(3))
  console.log(
    `\n${figures.set}: ${figures.questions} questions; agreement and confidence fitted ${figures.fitted}`,
  )
  const { members, panel } = figures
  console.table(
    Object.fromEntries(
      Object.entries(members).map(([model, accuracy]) => [
        model,
        { accuracy: digits(accuracy), 'in the panel': panel.includes(model) ? 'yes' : '' },
      ]),
    ),
  )
  console.table({
    'best single of the panel': digits(figures.bestSingle),
    plurality: digits(figures.plurality),
    consensus: digits(figures.consensus),
    'consensus, votes weighed by running reliability': digits(figures.consensusByReliability),
    'AUROC, equivalent or different': digits(figures.equivalenceAuroc),
    'AUROC, confidence': digits(figures.confidenceAuroc),
    'ECE, confidence': digits(figures.calibrationError),
    ...(figures.refittedCalibrationError === null
      ? {}
      : { 'ECE, curves fitted on this set (5 folds)': digits(figures.refittedCalibrationError) }),
    'unparsed of readable replies': `${(figures.unparsed * 100).toFixed(2)}%`,
    'calls per question': figures.callsPerQuestion.toFixed(2),
  })
}

/** Replies with an answer that could not be read; declining counts as read. */
function unparsedShare(set: Recording[]): number {
  const readable = set.flatMap((recording) =>
    [...recording.replies]
      .filter(([model]) => recording.isReadable(model))
      .map(([, text]) => parseReply(text ?? '', recording.query)),
  )
  return share(readable, (reading) => 'abstention' in reading && reading.abstention.code === 'unreadable')
}

function share<Item>(items: Item[], isSo: (item: Item) => boolean): number {
  return items.filter(isSo).length / items.length
}

async function inTurn<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}
