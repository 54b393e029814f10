import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dot, label, path, svg } from '../../scripts/pictures/svg.ts'
import { share } from '../share.ts'
import type { Recording } from './recordings.ts'
import { readRecordings } from './recordings.ts'
import { type Replay, replay } from './replay.ts'

/** A panel with a first stage: the two cheapest usual models of a set, then three dear ones. */
interface StagedPanel {
  set: string
  first: string[]
  others: string[]
}

const PANELS: StagedPanel[] = [
  {
    set: 'zeroeval-gsm',
    first: ['gpt-4o-mini-2024-07-18', 'Meta-Llama-3.1-70B-Instruct'],
    others: ['claude-3-5-sonnet-20241022', 'gpt-4o-2024-08-06', 'Llama-3.1-405B-Inst@sambanova'],
  },
  {
    set: 'zeroeval-math5',
    first: ['gpt-4o-mini-2024-07-18', 'Qwen2.5-72B-Instruct'],
    others: ['claude-3-5-sonnet-20241022', 'gpt-4o-2024-08-06', 'Llama-3.1-405B-Inst@sambanova'],
  },
  ...['medqa', 'medmcqa', 'mmlupro-health'].map((set) => ({
    set,
    first: ['gpt-4o-mini', 'Llama-3.3-70B-Instruct-Turbo'],
    others: ['gpt-4o', 'DeepSeek-V3', 'claude-3-5-sonnet'],
  })),
]

/** What models cost for a million tokens of prompts and replies, by list prices of the time. */
const PRICES: Record<string, [prompt: number, completion: number]> = {
  'gpt-4o-mini-2024-07-18': [0.15, 0.6],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4o-2024-08-06': [2.5, 10],
  'gpt-4o': [2.5, 10],
  'claude-3-5-sonnet-20241022': [3, 15],
  'claude-3-5-sonnet': [3, 15],
  'Meta-Llama-3.1-70B-Instruct': [0.35, 0.4],
  'Llama-3.3-70B-Instruct-Turbo': [0.35, 0.4],
  'Llama-3.1-405B-Inst@sambanova': [2, 2],
  'Qwen2.5-72B-Instruct': [0.35, 0.4],
  'DeepSeek-V3': [0.27, 1.1],
}
const CHARACTERS_PER_TOKEN = 4

/** What asking some models in one way comes to. */
interface Asked {
  right: number
  /** The share of the questions that went beyond the first stage; null without stages. */
  passedOn: number | null
  callsPerQuestion: number
  /** Estimated from the lengths of questions and replies. */
  usdPerThousand: number
}

interface StagedFigures {
  set: string
  questions: number
  bestOfFirst: Asked
  firstStage: Asked
  cheapFirst: Asked
  whole: Asked
}

/** `npm run eval -- stages`: what asking cheap models first saves and costs on recorded panels. */
export async function evaluateStages(options: {
  folder: string
  json: boolean
  picture: string | undefined
}): Promise<void> {
  const figures: StagedFigures[] = []
  for (const panel of PANELS)
    figures.push(await figuresOf(panel, readRecordings(join(options.folder, `panels/${panel.set}.jsonl.gz`))))
  if (options.picture !== undefined) writeFileSync(options.picture, drawStages(figures))
  if (options.json) return console.log(JSON.stringify(figures, null, 2))
  for (const { set, questions, ...ways } of figures) {
    console.log(`${set}, ${questions} questions`)
    console.table(Object.fromEntries(Object.entries(ways).map(([way, asked]) => [way, inWords(asked)])))
  }
}

function inWords({ right, passedOn, callsPerQuestion, usdPerThousand }: Asked) {
  return {
    right: right.toFixed(3),
    'passed on': passedOn === null ? '–' : `${(100 * passedOn).toFixed(0)}%`,
    'calls per question': callsPerQuestion.toFixed(2),
    'USD per 1,000 questions': usdPerThousand.toFixed(2),
  }
}

/** The figures of one panel, every question through the engine. */
export async function figuresOf(
  { set, first, others }: StagedPanel,
  recordings: Recording[],
): Promise<StagedFigures> {
  const models = [...first, ...others]
  const ways: Record<'firstStage' | 'cheapFirst' | 'whole', Answered[]> = {
    firstStage: [],
    cheapFirst: [],
    whole: [],
  }
  for (const recording of recordings) {
    ways.firstStage.push({ recording, ...(await replay(recording, { models: first })) })
    ways.cheapFirst.push({ recording, ...(await replay(recording, { models, first })) })
    ways.whole.push({ recording, ...(await replay(recording, { models })) })
  }
  const alone = first.map((model) => askedAlone(model, recordings))
  return {
    set,
    questions: recordings.length,
    bestOfFirst: alone.reduce((best, other) => (other.right > best.right ? other : best)),
    firstStage: askedAs(ways.firstStage, first),
    cheapFirst: askedAs(ways.cheapFirst, first),
    whole: askedAs(ways.whole, first),
  }
}

type Answered = Replay & { recording: Recording }

function askedAs(answered: Answered[], [reader]: string[]): Asked {
  const stagesOf = ({ result }: Answered) => result?.usage.stages
  const isStaged = answered.some((one) => stagesOf(one) !== undefined)
  return {
    right: share(answered, ({ right }) => right),
    passedOn: isStaged ? share(answered, (one) => stagesOf(one)?.length !== 1) : null,
    callsPerQuestion: meanOf(answered.map(({ calls }) => calls)),
    usdPerThousand: 1_000 * meanOf(answered.map((one) => costOf(one, reader!))),
  }
}

function askedAlone(model: string, recordings: Recording[]): Asked {
  return {
    right: share(recordings, ({ replies }) => replies.get(model)?.right ?? false),
    passedOn: null,
    callsPerQuestion: 1,
    usdPerThousand: 1_000 * meanOf(recordings.map((recording) => replyCost(recording, model))),
  }
}

/** What the replies cost, and what the first model costs that reads them where a reading was wanted. */
function costOf({ recording, result }: Answered, reader: string): number {
  const models = result?.entries[0]?.responses.map(({ model }) => model) ?? []
  const replies = models.reduce((sum, model) => sum + replyCost(recording, model), 0)
  const readings = result?.usage.phases?.find(({ phase }) => phase === 'reading')?.calls ?? 0
  const characters = models.reduce((sum, model) => sum + lengthOf(recording, model), recording.query.length)
  return replies + readings * ((characters / CHARACTERS_PER_TOKEN) * (PRICES[reader]![0] / 1e6))
}

function replyCost(recording: Recording, model: string): number {
  const [prompt, completion] = PRICES[model]!
  const characters = recording.query.length * prompt + lengthOf(recording, model) * completion
  return characters / CHARACTERS_PER_TOKEN / 1e6
}

function lengthOf({ replies }: Recording, model: string): number {
  return replies.get(model)?.text?.length ?? 0
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 400, 70, 730, 60, 340]
const WAYS = [
  ['firstStage', 'quiet', 'the two cheap models alone'],
  ['cheapFirst', 'dot', 'cheap first'],
  ['whole', 'open', 'all five at once'],
] as const

/** Accuracy over cost: a line from the cheap models alone over cheap first to the whole panel, for each set. */
export function drawStages(figures: StagedFigures[]): string {
  const costs = figures.flatMap((one) => WAYS.map(([way]) => one[way].usdPerThousand))
  const [lowest, highest] = [Math.log10(Math.min(...costs) * 0.8), Math.log10(Math.max(...costs) * 2.5)]
  const x = (cost: number) => LEFT + ((Math.log10(cost) - lowest) / (highest - lowest)) * (RIGHT - LEFT)
  const y = (right: number) => BOTTOM - ((right - 0.5) / 0.5) * (BOTTOM - TOP)
  const at = ({ usdPerThousand, right }: Asked): [number, number] => [x(usdPerThousand), y(right)]
  const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].filter(
    (cost) => cost > 10 ** lowest && cost < 10 ** highest,
  )
  return svg(
    WIDTH,
    HEIGHT,
    'Accuracy over cost of recorded panels: cheap models first are nearly as good as all models at once.',
    [
      label(20, 28, 'How many answers are right, and what a thousand questions cost', { className: 'title' }),
      ...[0.5, 0.6, 0.7, 0.8, 0.9, 1].flatMap((right) => [
        path(
          [
            [LEFT, y(right)],
            [RIGHT, y(right)],
          ],
          'line',
        ),
        label(LEFT - 8, y(right) + 4, `${Math.round(100 * right)}%`, {
          className: 'soft small',
          anchor: 'end',
        }),
      ]),
      ...ticks.map((cost) =>
        label(x(cost), BOTTOM + 20, `$${cost}`, { className: 'soft small', anchor: 'middle' }),
      ),
      ...figures.flatMap((one) => [
        path(
          WAYS.map(([way]) => at(one[way])),
          'line',
        ),
        ...WAYS.map(([way, colour]) => dot(at(one[way]), 6, colour)),
        label(at(one.whole)[0] + 10, at(one.whole)[1] + 4, one.set, { className: 'small' }),
      ]),
      ...WAYS.flatMap(([, colour, meaning], index) => [
        dot([LEFT + 10 + index * 200, HEIGHT - 18], 6, colour),
        label(LEFT + 22 + index * 200, HEIGHT - 14, meaning, { className: 'small' }),
      ]),
    ],
    'Made by the subject “stages” of npm run eval, with its flag picture; not to be changed by hand.',
  )
}
