import { join } from 'node:path'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { PanelEstimate, PastRun } from '../../src/consensus/ledger/estimate-voters.ts'
import { type WeighedCurve, weighedOdds } from '../../src/engine/conclude/confidence.ts'
import { chancesOfGroups } from '../../src/engine/measure/answer-model.ts'
import { calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import { readSets, strongest } from './observe-panels.ts'
import type { Recording } from './recordings.ts'
import { readRecordings } from './recordings.ts'
import { replay } from './replay.ts'
import { estimateNow } from './running-estimate.ts'

/** Panels of five in which some members are far better than others, and one in which they are about equal. */
const FIVE: Record<string, string[]> = {
  'zeroeval-gsm': ['gemini-1.5-pro', 'Meta-Llama-3.1-70B-Instruct', 'gpt-4o-mini-2024-07-18', 'Qwen2-72B-Instruct', 'Meta-Llama-3.1-8B-Instruct'], // biome-ignore format: a list
  'zeroeval-math5': ['o1-mini-2024-09-12', 'Qwen2.5-72B-Instruct', 'claude-3-5-sonnet-20241022', 'gpt-4o-2024-08-06', 'Llama-3.1-405B-Inst@sambanova'], // biome-ignore format: a list
  'zeroeval-crux': ['o1-mini-2024-09-12', 'gpt-4o-2024-08-06', 'claude-3-5-sonnet-20241022', 'gpt-4o-mini-2024-07-18', 'Qwen2.5-72B-Instruct'], // biome-ignore format: a list
  medqa: ['o3-mini', 'gpt-4o', 'DeepSeek-V3', 'claude-3-5-sonnet', 'Llama-3.3-70B-Instruct-Turbo'],
  medmcqa: ['DeepSeek-R1', 'gpt-4o', 'claude-3-5-sonnet', 'Llama-3.3-70B-Instruct-Turbo', 'gpt-4o-mini'],
  'mmlupro-health': ['DeepSeek-R1', 'gpt-4o', 'claude-3-5-sonnet', 'Llama-3.3-70B-Instruct-Turbo', 'gpt-4o-mini'], // biome-ignore format: a list
  'reasoning-gym-hard': ['openai_o3-mini', 'qwen_qwq-32b', 'anthropic_claude-3.5-sonnet', 'meta-llama_llama-4-scout', 'google_gemma-3-27b-it'], // biome-ignore format: a list
  'reasoning-gym-easy': ['openai_o3-mini', 'qwen_qwq-32b', 'meta-llama_llama-3.3-70b-instruct', 'google_gemma-3-27b-it', 'mistralai_mistral-small-3.1-24b-instruct'], // biome-ignore format: a list
}
/** Sets whose five strongest models, or all, must not fare worse than with equal votes. */
const OLD_SETS = ['evouna-nq', 'mmlu-pro', 'svamp']
const SHUFFLES = 5
/** How many draws of judged questions are averaged, and how many are judged in each. */
const DRAWS = 20
const VERDICTS = 50
/** After so many runs an estimate is made anew. */
const RUNS_AT_ONCE = 25
const { weighed: SHIPPED } = readMeasures().calibration

/** One question of a panel: who gave the same answer, and who was right. */
interface Question {
  groups: string[][]
  right: Set<string>
}

/** A panel whose votes are measured. */
export interface VotingPanel {
  name: string
  members: string[]
  questions: Question[]
}

/** `npm run eval -- votes`: what votes by past runs are worth on panels of unequal members. */
export async function evaluateVotes({ folder, json }: { folder: string; json: boolean }): Promise<void> {
  const panels: VotingPanel[] = []
  for (const [set, members] of Object.entries(FIVE))
    panels.push(await readPanel(set, readRecordings(join(folder, `panels/${set}.jsonl.gz`)), members))
  const old = readSets(folder).filter(([first]) => OLD_SETS.includes(first!.set))
  const guards: VotingPanel[] = []
  for (const set of old) guards.push(await readPanel(set[0]!.set, set, strongest(set)))
  const all = [...panels, ...guards].map((panel) => ({ panel, figures: figuresOf(panel) }))
  const calibration = calibrationOf(all.map(({ panel }) => panel))
  const table = Object.fromEntries(
    all.map(({ panel: { name }, figures }) => [name, { ...figures, ...calibration[name] }]),
  )
  const means = meansOver(all.slice(0, panels.length).map(({ figures }) => figures))
  if (json) return console.log(JSON.stringify({ ...table, 'mean of the eight': means }, null, 2))
  console.log('Accuracy of the panel minus that of its best member; the last columns are ECE.')
  console.table({ ...inThousandths(table), ...inThousandths({ 'mean of the eight': means }) })
}

type VoteFigures = ReturnType<typeof figuresOf>

function meansOver(figures: VoteFigures[]): VoteFigures {
  const names = Object.keys(figures[0]!) as Array<keyof VoteFigures>
  return Object.fromEntries(
    names.map((name) => [name, meanOf(figures.map((one) => one[name]))]),
  ) as VoteFigures
}

function inThousandths(table: Record<string, Record<string, number | undefined>>) {
  const rounded = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3))
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, rounded(value)])),
    ]),
  )
}

/** The questions of a set as some of its models answered them, grouped by the engine. */
async function readPanel(name: string, set: Recording[], members: string[]): Promise<VotingPanel> {
  const questions: Question[] = []
  for (const recording of set) {
    const { groups } = await replay(recording, { models: members })
    const right = members.filter((model) => recording.replies.get(model)?.right)
    questions.push({ groups: groups.map((group) => group.map(voter)), right: new Set(right.map(voter)) })
  }
  return { name, members: members.map(voter), questions }
}

const voter = (model: string) => `openrouter|${model}`

/** Accuracy minus that of the best member: with equal votes, and by past runs in several ways of measuring. */
export function figuresOf(panel: VotingPanel) {
  const { members, questions, name } = panel
  const best = bestOf(panel)
  const accuracy = (of: Question[], estimate: PanelEstimate | null) =>
    meanOf(of.map((question) => chanceOfRight(question, estimate)))
  const shuffled = Array.from({ length: SHUFFLES }, (_, time) => ({
    ...panel,
    questions: inOtherOrder(questions, `${name} ${time}`),
  }))
  const afterVerdicts = Array.from({ length: DRAWS }, (_, time) => {
    const drawn = inOtherOrder(questions, `${name} verdicts ${time}`)
    const [judged, others] = [drawn.slice(0, VERDICTS), drawn.slice(VERDICTS)]
    const estimate = estimateNow([...judged.map(judgedRun), ...others.map(unjudged)], members)
    return accuracy(others, estimate) - bestOf({ ...panel, questions: others })
  })
  return {
    equal: accuracy(questions, null) - best,
    'by past runs, in order': meanOf(runningAccuracy(panel)) - best,
    shuffled: meanOf(shuffled.flatMap(runningAccuracy)) - best,
    'all runs known': accuracy(questions, estimateNow(questions.map(unjudged), members)) - best,
    'with 50 verdicts': meanOf(afterVerdicts),
  }
}

function bestOf({ members, questions }: VotingPanel): number {
  return Math.max(...members.map((member) => meanOf(questions.map(({ right }) => Number(right.has(member))))))
}

/** How likely each answer is right while the runs before it are counted, as the service does. */
function runningAccuracy({ members, questions }: VotingPanel): number[] {
  return estimatesBefore(questions, members).map((estimate, place) =>
    chanceOfRight(questions[place]!, estimate),
  )
}

/** What was known of a panel when each question was asked. */
function estimatesBefore(questions: Question[], members: string[]): Array<PanelEstimate | null> {
  let estimate: PanelEstimate | null = null
  return questions.map((_, place) => {
    if (place > 0 && place % RUNS_AT_ONCE === 0)
      estimate = estimateNow(questions.slice(0, place).map(unjudged).reverse(), members)
    return estimate
  })
}

function unjudged({ groups }: Question): PastRun {
  return { groups, verdicts: new Map() }
}

function judgedRun({ groups, right }: Question): PastRun {
  return { groups, verdicts: new Map(groups.flat().map((member) => [member, right.has(member)])) }
}

/** How likely the heaviest group is right; of equally heavy ones, one is drawn. */
function chanceOfRight({ groups, right }: Question, estimate: PanelEstimate | null): number {
  const weightOf = (group: string[]) => sumOf(group.map((member) => estimate?.votes[member] ?? 1))
  const most = Math.max(0, ...groups.map(weightOf))
  const heaviest = groups.filter((group) => weightOf(group) >= most - 1e-9)
  return heaviest.length === 0
    ? 0
    : meanOf(heaviest.flatMap((group) => meanOf(group.map((member) => Number(right.has(member))))))
}

/** What an answer by past runs is given, and whether it was right. */
interface Weighed {
  chance: number
  isRight: boolean
}

/** The answers of a panel that were given by past runs. */
function weighedAnswers({ members, questions }: VotingPanel): Weighed[] {
  return estimatesBefore(questions, members).flatMap((estimate, place) => {
    const { groups, right } = questions[place]!
    if (estimate === null || groups.length === 0) return []
    const weightOf = (group: string[]) => sumOf(group.map((member) => estimate.votes[member]!))
    const heaviest = groups.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
    const chance = chancesOfGroups(groups, estimate.reliability)[groups.indexOf(heaviest)]!
    return [{ chance, isRight: right.has(heaviest[0]!) }]
  })
}

/** Fits how often answers are right by what past runs say; every panel weighs the same. */
export function fitWeighed(panels: Weighed[][]): WeighedCurve {
  const rows = panels.flatMap((answers) =>
    answers.map(({ chance, isRight }) => ({
      features: [weighedOdds(chance, { constant: 0, slope: 1 })],
      truth: isRight,
      weight: 1_000 / answers.length,
    })),
  )
  const [slope, constant] = fitLogistic(rows) as [number, number]
  return { constant: Number(constant.toFixed(4)), slope: Number(slope.toFixed(4)) }
}

/** The curve of all panels of a folder of recordings. */
export async function fitWeighedOn(folder: string): Promise<WeighedCurve> {
  const panels: VotingPanel[] = []
  for (const [set, members] of Object.entries(FIVE))
    panels.push(await readPanel(set, readRecordings(join(folder, `panels/${set}.jsonl.gz`)), members))
  for (const set of readSets(folder).filter(([first]) => OLD_SETS.includes(first!.set)))
    panels.push(await readPanel(set[0]!.set, set, strongest(set)))
  return fitWeighed(panels.map(weighedAnswers))
}

/** ECE of each panel: with the curve of all others, and with a shift by verdicts on 50 questions as well. */
function calibrationOf(panels: VotingPanel[]) {
  const answers = panels.map(weighedAnswers)
  return Object.fromEntries(
    panels.map((panel, place) => {
      const curve = fitWeighed(answers.filter((_, other) => other !== place))
      return [
        panel.name,
        {
          'ECE, set not seen': eceOf(answers[place]!, curve, 0),
          'ECE, shipped curve': eceOf(answers[place]!, SHIPPED, 0),
          'ECE, 50 verdicts': eceAfterVerdicts(panel, curve),
        },
      ]
    }),
  )
}

function eceOf(answers: Weighed[], curve: WeighedCurve, shift: number): number {
  const stated = answers.map(({ chance }) => 1 / (1 + Math.exp(-weighedOdds(chance, curve) - shift)))
  return calibrationError(
    stated,
    answers.map(({ isRight }) => isRight),
  )
}

function eceAfterVerdicts({ name, members, questions }: VotingPanel, curve: WeighedCurve): number {
  const errors = Array.from({ length: DRAWS }, (_, time) => {
    const drawn = inOtherOrder(questions, `${name} verdicts ${time}`)
    const [judged, others] = [drawn.slice(0, VERDICTS), drawn.slice(VERDICTS)]
    const estimate = estimateNow([...judged.map(judgedRun), ...others.map(unjudged)], members, curve)!
    const answers = others.flatMap(({ groups, right }): Weighed[] => {
      if (groups.length === 0) return []
      const weightOf = (group: string[]) => sumOf(group.map((member) => estimate.votes[member]!))
      const heaviest = groups.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
      const chance = chancesOfGroups(groups, estimate.reliability)[groups.indexOf(heaviest)]!
      return [{ chance, isRight: right.has(heaviest[0]!) }]
    })
    return eceOf(answers, curve, estimate.reliability.shift)
  })
  return meanOf(errors)
}

function inOtherOrder(questions: Question[], seed: string): Question[] {
  const places = stableShuffle([...questions.keys()], String, seed)
  return places.map((place) => questions[place]!)
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function meanOf(values: number[]): number {
  return sumOf(values) / values.length
}
