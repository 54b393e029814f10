import { crossValidate, fitCalls, observeVotes } from './call-confidence.ts'
import { readRecordedFiles } from './recorded-files.ts'
import {
  type Difference,
  differenceAt,
  type Measure,
  meanAt,
  measurePanels,
  type Shares,
} from './tool-figures.ts'
import { drawPanels, drawVendors, MODELS, NAMED_PANELS } from './tool-panels.ts'
import { CATEGORIES, readToolQuestions, type ToolQuestion } from './tool-questions.ts'
import { voteOnCalls } from './vote-on-calls.ts'

const RANDOM_PANELS = 300
const COMPARED: Array<[Measure, Measure]> = [
  ['vote', 'best member in hindsight'],
  ['vote', 'best member on the other half'],
  ['vote', 'average member'],
  ['vote by weights of the other half', 'vote'],
  ['vote by weights of the other half', 'best member on the other half'],
  ['right calls joined', 'vote'],
]

/** `npm run eval -- tools`: what a vote on recorded tool calls is worth, and how sure one can be of it. */
export function evaluateTools({ from, json }: { from: string | undefined; json: boolean }): void {
  const questions = readToolQuestions(readRecordedFiles(from), MODELS)
  if (questions.length === 0) throw new Error(`${from} lacks replies of the models that are measured.`)
  const random = drawPanels(RANDOM_PANELS, 5, 'five')
  const kinds: Record<string, string[][]> = {
    ...Object.fromEntries(Object.entries(NAMED_PANELS).map(([name, panel]) => [name, [panel]])),
    'any five': random,
    'any five vendors': drawVendors(RANDOM_PANELS, 5, 'vendors'),
  }
  const evaluation = {
    proposals: countProposals(questions),
    panels: Object.fromEntries(
      Object.entries(kinds).map(([name, panels]) => [
        name,
        figuresOf(questions, measurePanels(questions, panels)),
      ]),
    ),
    votes: rightByVotes(questions, random),
    confidence: crossValidate(questions, MODELS),
    calibration: fitCalls(observeVotes(questions, 'fitted')),
  }
  if (json) console.log(JSON.stringify(evaluation, null, 2))
  else print(evaluation)
}

/** How many proposals of each kind there are, and how many of them are right. */
function countProposals(questions: ToolQuestion[]) {
  const proposals = questions.flatMap((question) => [...question.proposals.values()])
  const kinds = Object.fromEntries(
    (['calls', 'none', 'invalid', 'unreadable'] as const).map((kind) => {
      const some = proposals.filter((one) => one.kind === kind)
      return [kind, { proposals: some.length, right: some.filter(({ right }) => right).length }]
    }),
  )
  const shared = questions.flatMap(sharedProposals)
  return {
    questions: questions.length,
    'without a schema': questions.filter(({ hasSchema }) => !hasSchema).length,
    ...kinds,
    'equal proposals of several models': shared.length,
    'of these with different labels': shared.filter((labels) => new Set(labels).size > 1).length,
  }
}

/** The labels of the proposals that several models made. */
function sharedProposals({ proposals }: ToolQuestion): boolean[][] {
  const labels = new Map<string, boolean[]>()
  for (const { text, right } of proposals.values())
    if (text !== null) labels.set(text, [...(labels.get(text) ?? []), right])
  return [...labels.values()].filter(({ length }) => length > 1)
}

/** The means of all measures, and what is above what by how much, of all questions and by category. */
function figuresOf(questions: ToolQuestion[], shares: Shares) {
  const figuresAt = (places: number[]) => ({
    questions: places.length,
    ...(Object.fromEntries(
      Object.entries(shares).map(([measure, values]) => [measure, meanAt(values, places)]),
    ) as Record<Measure, number>),
    differences: Object.fromEntries(
      COMPARED.map(([one, other]) => [`${one} − ${other}`, differenceAt(shares, [one, other], places)]),
    ),
  })
  const places = [...questions.keys()]
  const ofCategory = (category: string) => places.filter((place) => questions[place]!.category === category)
  return {
    all: figuresAt(places),
    ...Object.fromEntries(CATEGORIES.map((category) => [category, figuresAt(ofCategory(category))])),
  }
}

/** How often what panels of five return is right, by the votes for it and for the runner-up. */
function rightByVotes(questions: ToolQuestion[], panels: string[][]) {
  const counts = new Map<string, { cases: number; right: number }>()
  for (const panel of panels)
    for (const question of questions) {
      const { leading, runnerUp, right } = voteOnCalls(question, panel)
      const keys = [
        `${leading} of ${panel.length}`,
        `${leading} to ${runnerUp}`,
        `lead ${leading - runnerUp}`,
      ]
      for (const key of keys) {
        const one = counts.get(key) ?? { cases: 0, right: 0 }
        counts.set(key, { cases: one.cases + 1, right: one.right + Number(right) })
      }
    }
  const total = questions.length * panels.length
  return Object.fromEntries(
    [...counts]
      .sort()
      .map(([key, { cases, right }]) => [key, { share: cases / total, right: right / cases }]),
  )
}

type Evaluation = {
  panels: Record<string, Record<string, ReturnType<typeof figuresOf>['all']>>
} & Record<'proposals' | 'votes' | 'confidence' | 'calibration', unknown>

function print({ proposals, panels, votes, confidence, calibration }: Evaluation): void {
  console.log(JSON.stringify(proposals, null, 2))
  for (const [name, figures] of Object.entries(panels)) {
    console.log(`\n${name}: shares of the questions`)
    console.table(mapped(figures, ({ differences, ...means }) => mapped(means, (mean) => rounded(mean))))
    console.table(mapped(figures, ({ differences }) => mapped(differences, interval)))
  }
  console.log('\nPanels of five: how often the result is right, by votes (to the runner-up)')
  console.table(mapped(votes as Record<string, Record<string, number>>, (row) => mapped(row, rounded)))
  console.log(JSON.stringify({ confidence, calibration }, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2)) // biome-ignore format: one line
}

function interval({ mean, low, high }: Difference): string {
  return `${rounded(mean)} (${rounded(low)} to ${rounded(high)})`
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

function mapped<Value, Result>(record: Record<string, Value>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
