import { basename } from 'node:path'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { Embed } from '../../src/engine/measure/text-features.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { FOLDS } from '../panels/recordings.ts'
import { type ChoiceFigures, choiceFigures, setsWithQuestionsOf } from './choose-figures.ts'
import { bySet, fitTextChoice, readJudged } from './fit-text-choice.ts'
import { FITTED_ON, longFiles, meanOf, readJudgedPanels } from './long-sets.ts'
import { type EngineFigures, replaySets } from './whole-engine.ts'

/** What is measured on long answers; further sections belong here. */
interface LongFigures {
  fitted: string
  choices: ChoiceFigures[]
  /** The mean way from random to the best single model over the five sets with a target. */
  way: number | null
  /** What becomes of panels of up to five in the whole engine. */
  engine: EngineFigures[]
}

/** The sets with a target for choosing among several texts. */
const TARGETS = ['arena_bench', 'pandalm', 'summeval', 'wmt19_lt-en', 'humaneval4']

/**
 * Measures how well a text is chosen in the first round: the recorded sets cross-validated, or files of the same form
 * with the shipped model.
 */
export async function evaluateLong(options: {
  files: string[]
  folder: string
  json: boolean
}): Promise<void> {
  const { embed } = await openBuiltinEmbedder()
  const figures =
    options.files.length > 0
      ? await withShipped(options.files, embed)
      : await crossValidated(options.folder, embed)
  if (options.json) console.log(JSON.stringify(figures, null, 2))
  else print(figures)
}

async function crossValidated(folder: string, embed: Embed): Promise<LongFigures> {
  const files = longFiles(folder).filter((file) => FITTED_ON.includes(basename(file).split('.')[0]!))
  const panels = files.flatMap(readJudgedPanels)
  const read = await readJudged(panels, embed)
  const choices = Array.from({ length: FOLDS }, (_, fold) =>
    fitTextChoice(read.filter((panel) => panel.fold !== fold)),
  )
  return summarised('cross-validated by question', {
    choices: [...bySet(read)].map(([set, panels]) => {
      const left = setsWithQuestionsOf(read, set)
      const withoutSet = fitTextChoice(read.filter((panel) => !left.has(panel.set)))
      return choiceFigures(panels, { for: ({ fold }) => choices[fold]!, withoutSet })
    }),
    engine: await replaySets(panels, embed),
  })
}

async function withShipped(files: string[], embed: Embed): Promise<LongFigures> {
  const model = readMeasures().textChoice
  const panels = files.flatMap((file) => {
    const read = readJudgedPanels(file)
    if (read.length === 0) throw new Error(`${file} has no row with verdicts on the texts of two models.`)
    return read
  })
  return summarised('the shipped model', {
    choices: [...bySet(await readJudged(panels, embed)).values()].map((of) =>
      choiceFigures(of, { for: () => model, withoutSet: null }),
    ),
    engine: await replaySets(panels, embed),
  })
}

function summarised(
  fitted: string,
  { choices, engine }: Pick<LongFigures, 'choices' | 'engine'>,
): LongFigures {
  const ways = choices.flatMap(({ set, way }) => (TARGETS.includes(set) && way !== null ? [way] : []))
  return { fitted, choices, way: ways.length === 0 ? null : meanOf(ways), engine }
}

function print({ fitted, choices, way, engine }: LongFigures): void {
  const digits = (value: number | null) => (value === null || Number.isNaN(value) ? '–' : value.toFixed(3))
  console.log(`Choosing a text in the first round, mean verdict (${fitted})`)
  console.table(
    Object.fromEntries(
      choices.map((one) => [
        one.set,
        {
          questions: one.questions,
          random: digits(one.random),
          longest: digits(one.longest),
          'word overlap': digits(one.wordOverlap),
          chosen: digits(one.chosen),
          'fitted without the set': digits(one.chosenWithoutSet),
          'best single': digits(one.bestSingle),
          oracle: digits(one.oracle),
          way: digits(one.way),
        },
      ]),
    ),
  )
  console.log(`Mean way from random to the best single on ${TARGETS.join(', ')}: ${digits(way)}`)
  printEngine(engine)
}

function printEngine(engine: EngineFigures[]): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  console.log(
    '\nPanels of up to five through the whole engine, with reviewers that err in a fifth of their verdicts',
  )
  console.table(
    Object.fromEntries(
      engine.map(({ set, panels, kinds, drafts, ...figures }) => [
        set,
        {
          panels,
          'closed, open, draft': `${kinds.closed}, ${kinds.open}, ${kinds.draft}`,
          'calls, mean': figures.meanCalls.toFixed(1),
          'calls, most': figures.mostCalls,
          'undisputed, beyond 2n + 3': figures.mostBeyond,
          'form lost': percent(figures.lostForm),
          failed: percent(figures.failed),
          'draft, random': drafts === null ? '–' : drafts.random.toFixed(3),
          'draft, delivered': drafts === null ? '–' : drafts.delivered.toFixed(3),
        },
      ]),
    ),
  )
}
