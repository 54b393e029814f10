import { stableHash } from '../../src/utils/stable-hash.ts'
import { meanOf } from '../long/long-sets.ts'
import { behaviourOf } from './behaviour/classes.ts'
import type { ProgramRun } from './behaviour/code-port.ts'
import { type PlannedTrial, trialsFor } from './behaviour/trials.ts'
import { type RecordedDrafts, readDrafts, SETS } from './recorded-drafts.ts'
import { runRecorded } from './run-python.ts'

/** Panels of a set whose members have similar strength, or not: the share of questions that each solves. */
interface Draw {
  set: keyof typeof SETS
  name: string
  size: number
  /** The strength that a member may have. */
  strength: [number, number]
  /** How far apart the strongest and the weakest may be or must be. */
  atMost?: number
  atLeast?: number
}

const PANELS = 24
const NEAR: Record<string, { strength: [number, number]; atMost: number }> = {
  humaneval30: { strength: [0.7, 0.94], atMost: 0.12 },
  lcb: { strength: [0.3, 0.6], atMost: 0.12 },
}
const DRAWS: Draw[] = [
  ...Object.entries(NEAR).flatMap(([set, near]) =>
    [3, 5].map((size) => ({ set, name: 'similar', size, ...near })),
  ),
  ...Object.keys(NEAR).flatMap((set) =>
    [3, 5].map((size) => ({
      set,
      name: 'unequal',
      size,
      strength: [0, 0.99] as [number, number],
      atLeast: 0.25,
    })),
  ),
  ...['humaneval4', 'odex4'].flatMap((set) =>
    [3, 4].map((size) => ({ set, name: 'any', size, strength: [0, 1] as [number, number] })),
  ),
]
/** Models that are the same one in another version or setting; a panel has at most one of them. */
const FAMILIES: Array<[RegExp, string]> = [
  [/gpt-?_?4o-?(?!mini)/i, 'gpt-4o'],
  [/^gpt-4-(?:0613|turbo)/i, 'gpt-4'],
  [/^deepseek-coder/, 'deepseek-coder'],
  [/^o3/, 'o3'],
  [/^o4/, 'o4'],
  [/^o1/i, 'o1'],
]

/** Everything that happened to the drafts of a question. */
interface Ran extends RecordedDrafts {
  planned: PlannedTrial[]
  runs: Array<[ProgramRun, ProgramRun]>
}

/** How the drafts of a panel fared on a question. */
interface Fared {
  chosen: number
  /** The same with votes by strength, estimated on the other half of the questions. */
  voted: number
  best: number
  random: number
  oracle: number
  ran: number
  /** Whether most drafts behave the same and pass everything that is stated. */
  isSettled: boolean
}

interface Options {
  folder: string
  json: boolean
  sets: string[]
  /** Every n-th question only; 1 for all. */
  every: number
  trials: number
}

/** `npm run eval -- code`: recorded drafts that are run, and the class that behaves the same. */
export async function evaluateCode({ folder, json, sets, every, trials }: Options): Promise<void> {
  const table: Record<string, object> = {}
  for (const set of sets.length > 0 ? sets : Object.keys(SETS)) {
    const drafts = readDrafts(folder, set).filter((_, place) => place % every === 0)
    const ran = await runAll(set, drafts, trials)
    for (const draw of DRAWS.filter((one) => one.set === set)) {
      const strengths = strengthsOf(ran)
      const panels =
        draw.size < 5 && draw.name === 'any'
          ? everyPanel([...strengths.keys()], draw.size)
          : drawPanels(strengths, draw)
      if (panels.length === 0) continue
      table[`${set}, ${draw.name}, ${draw.size}`] = figuresOf(ran, panels, strengths)
    }
    console.error(`${set}: ${described(ran)}`)
  }
  if (json) console.log(JSON.stringify(table, null, 2))
  else console.table(table)
}

async function runAll(set: string, drafts: RecordedDrafts[], most: number): Promise<Ran[]> {
  const planned = drafts.map(({ question, programs }) =>
    trialsFor(
      question,
      programs.filter((program) => program !== null),
      most,
    ),
  )
  const jobs = drafts.flatMap(({ programs }, place) =>
    programs.map((program) => ({
      code: program?.code ?? '(',
      trials: planned[place]!.map(({ trial }) => trial),
    })),
  )
  const runs = await runRecorded(set, jobs)
  let next = 0
  return drafts.map((one, place) => ({
    ...one,
    planned: planned[place]!,
    runs: one.programs.map(() => runs[next++]!),
  }))
}

function strengthsOf(ran: Ran[]): Map<string, number> {
  const models = new Set(ran.flatMap((one) => one.models))
  const solved = (model: string) => ran.filter((one) => one.right[one.models.indexOf(model)]).length
  return new Map([...models].map((model) => [model, solved(model) / ran.length]))
}

/** Different panels as a draw asks for, always the same. */
function drawPanels(
  strengths: Map<string, number>,
  { size, strength: [low, high], atMost = 1, atLeast = 0 }: Draw,
): string[][] {
  const pool = [...strengths.keys()].filter(
    (model) => strengths.get(model)! >= low && strengths.get(model)! <= high,
  )
  const panels = new Map<string, string[]>()
  for (let tried = 0; tried < 50_000 && panels.size < PANELS; tried++) {
    const order = new Map(pool.map((model) => [model, stableHash(`${tried}|${size}|${model}`)]))
    const panel = [...pool]
      .sort((one, other) => order.get(one)! - order.get(other)!)
      .slice(0, size)
      .sort()
    const values = panel.map((model) => strengths.get(model)!)
    const spread = Math.max(...values) - Math.min(...values)
    const families = new Set(panel.map((model) => FAMILIES.find(([sign]) => sign.test(model))?.[1] ?? model))
    if (panel.length === size && families.size === size && spread <= atMost && spread >= atLeast)
      panels.set(panel.join('|'), panel)
  }
  return [...panels.values()]
}

function everyPanel(models: string[], size: number): string[][] {
  if (size === 0) return [[]]
  return models.flatMap((model, place) =>
    everyPanel(models.slice(place + 1), size - 1).map((rest) => [model, ...rest]),
  )
}

function figuresOf(ran: Ran[], panels: string[][], strengths: Map<string, number>) {
  const halves = [0, 1].map((half) => strengthsOf(ran.filter((_, place) => place % 2 === half)))
  const fared = panels.map((panel) => {
    const best = [...panel].sort((one, other) => strengths.get(other)! - strengths.get(one)!)[0]!
    return ran.map((one, place) =>
      fare(one, panel, { best, votes: votesOf(halves[1 - (place % 2)]!, panel) }),
    )
  })
  const mean = (value: (one: Fared) => number) => round(meanOf(fared.flat().map(value)))
  const settled = fared.flat().filter(({ isSettled }) => isSettled)
  const others = fared.flat().filter(({ isSettled }) => !isSettled)
  const gainsBy = (value: (one: Fared) => number) =>
    fared.map((panel) => meanOf(panel.map((one) => value(one) - one.best)))
  const gains = gainsBy(({ chosen }) => chosen)
  const votedGains = gainsBy(({ voted }) => voted)
  return {
    panels: panels.length,
    best: mean(({ best }) => best),
    random: mean(({ random }) => random),
    oracle: mean(({ oracle }) => oracle),
    chosen: mean(({ chosen }) => chosen),
    gain: round(100 * meanOf(gains), 1),
    'least gain': round(100 * Math.min(...gains), 1),
    voted: mean(({ voted }) => voted),
    'gain, voted': round(100 * meanOf(votedGains), 1),
    'least, voted': round(100 * Math.min(...votedGains), 1),
    'drafts run': mean((one) => one.ran),
    settled: round(settled.length / fared.flat().length),
    'settled right': round(meanOf(settled.map(({ chosen }) => chosen))),
    'others right': round(meanOf(others.map(({ chosen }) => chosen))),
  }
}

/** The logarithms of the odds that members solve a question, at least a little for each. */
function votesOf(strengths: Map<string, number>, panel: string[]): Map<string, number> {
  return new Map(
    panel.map((model) => {
      const strength = Math.min(0.98, Math.max(0.02, strengths.get(model) ?? 0.5))
      return [model, Math.max(0.1, Math.log(strength / (1 - strength)))]
    }),
  )
}

/** What is chosen on a question; drafts of equal standing count by their mean. */
function fare(
  { models, right, planned, runs }: Ran,
  panel: string[],
  { best, votes }: { best: string; votes: Map<string, number> },
): Fared {
  const members = panel.filter((model) => models.includes(model))
  const places = members.map((model) => models.indexOf(model))
  const isRight = places.map((place) => Number(right[place]))
  const firsts = places.map((place) => runs[place]![0])
  const seconds = places.map((place) => runs[place]![1])
  const choose = (weights: number[]) => {
    const behaviour = behaviourOf(planned, [firsts, seconds], weights)
    // Of a class, the drafts with the most votes.
    const drafts = behaviour.classes
      .slice(0, behaviour.tied)
      .flatMap((one) => one.drafts.filter((draft) => weights[draft] === weights[one.drafts[0]!]))
    const isNone = planned.length === 0 || drafts.length === 0
    return {
      ...behaviour,
      rate: isNone ? sum(isRight) / panel.length : meanOf(drafts.map((draft) => isRight[draft]!)),
    }
  }
  const { classes, stated, rate } = choose(members.map(() => 1))
  const [winner] = classes
  return {
    chosen: rate,
    voted: choose(members.map((model) => votes.get(model)!)).rate,
    best: Number(right[models.indexOf(best)] ?? false),
    random: sum(isRight) / panel.length,
    oracle: Number(isRight.includes(1)),
    ran:
      firsts.filter(({ problem, outcomes }) => problem === null && outcomes.length > 0).length / panel.length,
    isSettled:
      winner !== undefined &&
      winner.drafts.length * 2 > panel.length &&
      stated.length > 0 &&
      winner.passed.length === stated.length,
  }
}

function described(ran: Ran[]): string {
  const stated = ran.map(({ planned }) => planned.filter(({ expected }) => expected !== null).length)
  const trials = ran.map(({ planned }) => planned.length)
  return `${ran.length} questions; ${stated.filter((many) => many > 0).length} with stated outcomes, ${round(meanOf(stated), 1)} each; ${trials.filter((many) => many === 0).length} without trials, ${round(meanOf(trials), 1)} trials each`
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}
