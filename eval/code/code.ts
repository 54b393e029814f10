import { createSandbox } from '../../src/adapters/sandbox/sandbox.ts'
import { countedRun, type LedgerRow, passOdds, whyUncounted } from '../../src/consensus/ledger/run-ledger.ts'
import type { CodeRun } from '../../src/contract/draft-review.ts'
import { type CodeSupport, codeProbability } from '../../src/engine/conclude/confidence.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import {
  type CodeLanguage,
  type PassOdds,
  type ProgramPort,
  type ProgramRun,
  type Trial,
  voterOf,
} from '../../src/engine/index.ts'
import type { Embed } from '../../src/engine/measure/text-features.ts'
import type { Brief } from '../../src/engine/panel/brief.ts'
import { calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { FREE, panelOf } from '../../src/evaluation/recorded/replay.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { meanOf } from '../long/long-sets.ts'
import { runPanel } from '../panels/run-panel.ts'
import { fitCode } from './fit-code.ts'
import { idOf, readListedInputs, replyOf } from './listed-inputs.ts'
import { type RecordedDrafts, readDrafts, SETS } from './recorded-drafts.ts'

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

/** How a panel of the whole engine fared on a question. */
interface Fared {
  set: string
  question: string
  /** Whether the delivered program is right. */
  chosen: number
  /** The same where the runs of the other folds are known. */
  informed: number
  best: number
  random: number
  oracle: number
  calls: number
  /** How it is supported; null where nothing was run. */
  support: CodeSupport | null
  isSettled: boolean
}

interface Options {
  folder: string
  json: boolean
  sets: string[]
}

/** `npm run eval -- code`: recorded drafts through the whole engine, run on inputs that played models listed. */
export async function evaluateCode({ folder, json, sets }: Options): Promise<void> {
  const table: Record<string, object> = {}
  const all: Fared[] = []
  for (const [name, fared] of await farePanels(folder, sets)) {
    all.push(...fared.flat())
    table[name] = figuresOf(fared)
  }
  const ran = all.flatMap(({ support, ...one }) => (support === null ? [] : [{ ...one, support }]))
  const stated = heldOut(all)
  const calibrated = Object.fromEntries(
    ['all', ...new Set(stated.map((one) => one.set))].map((set) => [
      set,
      calibrationOf(stated.filter((one) => set === 'all' || one.set === set)),
    ]),
  )
  const figures = {
    panels: table,
    'each question held out': calibrated,
    'for data/calibration.json': fitCode(ran),
  }
  if (json) return console.log(JSON.stringify(figures, null, 2))
  console.table(table)
  console.table(calibrated)
  console.log(figures['for data/calibration.json'])
}

function calibrationOf(of: ReturnType<typeof heldOut>) {
  const stated = of.map((one) => one.stated)
  const right = of.map(({ isRight }) => isRight)
  const ece = round(calibrationError(stated, right))
  return { stated: round(meanOf(stated)), right: round(meanOf(right.map(Number))), ECE: ece }
}

/** All panels of the sets on all questions whose inputs are listed. */
async function farePanels(folder: string, sets: string[] = []): Promise<Array<[string, Fared[][]]>> {
  const listed = readListedInputs()
  const named: Array<[string, Fared[][]]> = []
  const sandbox = createSandbox()
  const { embed } = await openBuiltinEmbedder()
  for (const set of sets.length > 0 ? sets : Object.keys(SETS)) {
    const drafts = readDrafts(folder, set).filter(({ question }) => listed.has(idOf(question)))
    const strengths = strengthsOf(drafts)
    const programs = rememberedRuns(sandbox)
    for (const draw of DRAWS.filter((one) => one.set === set)) {
      const panels =
        draw.size < 5 && draw.name === 'any'
          ? everyPanel([...strengths.keys()], draw.size)
          : drawPanels(strengths, draw)
      const fared: Fared[][] = []
      for (const panel of panels) {
        const best = [...panel].sort((one, other) => strengths.get(other)! - strengths.get(one)!)[0]!
        const ask = (draft: RecordedDrafts, odds: PassOdds | null) =>
          fare(set, draft, {
            panel,
            best,
            programs,
            embed,
            odds,
            reply: replyOf(listed.get(idOf(draft.question))!, draft.question),
          })
        const one: Answered[] = []
        for (const draft of drafts) one.push(await ask(draft, null))
        const known = Array.from({ length: PAST_FOLDS }, (_, fold) => pastOdds(one, panel, fold))
        for (const [place, draft] of drafts.entries()) {
          const odds = known[foldOf(draft)]!
          if (odds !== null) one[place]!.fared.informed = (await ask(draft, odds)).fared.chosen
        }
        fared.push(one.map((answered) => answered.fared))
      }
      if (fared.length > 0) named.push([`${set}, ${draw.name}, ${draw.size}`, fared])
    }
  }
  sandbox.close()
  return named
}

/** The sandbox, asked once for every program and input. */
function rememberedRuns({ run, whyNot }: ProgramPort): ProgramPort {
  const known = new Map<string, Promise<ProgramRun>>()
  const one = (
    language: CodeLanguage,
    program: string,
    trials: Trial[],
    how: { signal: AbortSignal; turn: number },
  ) => {
    const key = JSON.stringify([program, trials, how.turn])
    const found = known.get(key) ?? run(language, [program], trials, how).then(([only]) => only!)
    known.set(key, found)
    return found
  }
  return {
    whyNot,
    run: (language, programs, trials, how) =>
      Promise.all(programs.map((program) => one(language, program, trials, how))),
  }
}

function strengthsOf(drafts: RecordedDrafts[]): Map<string, number> {
  const models = new Set(drafts.flatMap((one) => one.models))
  const solved = (model: string) => drafts.filter((one) => one.right[one.models.indexOf(model)]).length
  return new Map([...models].map((model) => [model, solved(model) / drafts.length]))
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

/** How a panel fared, and what the ledger would keep of it. */
interface Answered {
  fared: Fared
  row: LedgerRow | null
}

/** What is known of a panel from the questions of all other folds; null where they are too few. */
function pastOdds(all: Answered[], panel: string[], fold: number): PassOdds | null {
  const voters = panel.map(voter)
  const rows = all.flatMap(({ fared, row }) => (row === null || foldOf(fared) === fold ? [] : [row]))
  const odds = passOdds(rows, voters)
  return odds && Object.fromEntries(voters.map((name, place) => [name, odds[place]!]))
}

const voter = (model: string) => voterOf({ provider: 'openrouter', model })

interface Asked {
  odds: PassOdds | null
  panel: string[]
  best: string
  programs: ProgramPort
  embed: Embed
  reply: string
}

/** What the engine delivers where reviewers accept everything. */
async function fare(
  set: string,
  { question, models, texts, right }: RecordedDrafts,
  { panel, best, programs, embed, odds, reply }: Asked,
): Promise<Answered> {
  const members = panel.filter((model) => models.includes(model))
  const isRight = (model: string) => Number(right[models.indexOf(model)] ?? false)
  const common = {
    set,
    question,
    best: isRight(best),
    random: meanOf(panel.map(isRight)),
    oracle: Math.max(...panel.map(isRight)),
  }
  // Of one draft nothing can be compared.
  if (members.length < 2) {
    const chosen = Math.max(0, ...members.map(isRight))
    const alone = { chosen, informed: chosen, calls: members.length, support: null, isSettled: false }
    return { fared: { ...common, ...alone }, row: null }
  }
  const panelled = {
    models: panelOf(members),
    structure: 'sonata',
    maxIterations: 3,
  } as const
  const result = await runPanel(
    { query: question, kind: 'draft', ...panelled },
    {
      programs,
      embed,
      passOdds: async () => odds,
      askModel: async ({ seat, brief }) => ({
        text: replyTo(brief, texts[models.indexOf(seat.model)]!, reply),
        ...FREE,
      }),
    },
  )
  const author = members.find((model) => result?.answer === texts[models.indexOf(model)]!.trimEnd())
  const support = result?.codeRun ? supportIn(result.codeRun, members.length) : null
  const chosen = author === undefined ? 0 : isRight(author)
  return {
    fared: {
      ...common,
      chosen,
      informed: chosen,
      calls: result?.usage.calls ?? members.length,
      support,
      isSettled: result?.entries.length === 1 && support !== null,
    },
    row: result && rowOf(result),
  }
}

function rowOf(result: Deliberation): LedgerRow | null {
  if (whyUncounted({ ...result, router: 'openrouter' }) !== null) return null
  const run = countedRun(result)
  const ballots = run.ballots.map((ballot) => ({ ...ballot, right: null }))
  return { ...run, ballots, id: '', countedAt: 0 }
}

function supportIn({ behaviours: [delivered], inputs }: CodeRun, answering: number): CodeSupport {
  const stated = inputs.filter(({ expected }) => expected !== null).length
  return { alike: delivered!.models.length, answering, passed: delivered!.passed, stated }
}

function replyTo(brief: Brief, text: string, inputs: string): string {
  if (brief.phase === 'exposition') return `${text}\n\n<panel>\n{"kind": "draft"}\n</panel>`
  if (brief.phase === 'reading') return inputs
  if (brief.phase !== 'review') throw new Error(`No recorded draft is asked for ${brief.phase}.`)
  const labels = brief.drafts.map(({ label }) => label)
  const reviews = labels.map((draft) => ({ draft, defect: '', verdict: 'accept' }))
  return JSON.stringify({ reviews, preference: [labels], improvements: [] })
}

function figuresOf(fared: Fared[][]) {
  const all = fared.flat()
  const mean = (value: (one: Fared) => number) => round(meanOf(all.map(value)))
  const gains = fared.map((panel) => meanOf(panel.map(({ chosen, best }) => chosen - best)))
  const settled = all.filter(({ isSettled }) => isSettled)
  const others = all.filter((one) => !one.isSettled)
  return {
    panels: fared.length,
    best: mean(({ best }) => best),
    random: mean(({ random }) => random),
    oracle: mean(({ oracle }) => oracle),
    chosen: mean(({ chosen }) => chosen),
    gain: round(100 * meanOf(gains), 1),
    'by past runs': mean(({ informed }) => informed),
    'gain by past runs': round(100 * meanOf(all.map(({ informed, best }) => informed - best)), 1),
    'least gain': round(100 * Math.min(...gains), 1),
    calls: round(meanOf(all.map(({ calls }) => calls)), 2),
    run: mean(({ support }) => Number(support !== null)),
    settled: round(settled.length / all.length),
    'settled right': round(meanOf(settled.map(({ chosen }) => chosen))),
    'others right': round(meanOf(others.map(({ chosen }) => chosen))),
  }
}

const FOLDS = 5
/** Of LiveCodeBench there are few questions: in fewer folds a model has too few past runs. */
const PAST_FOLDS = 10

function foldOf({ question }: { question: string }, folds = PAST_FOLDS): number {
  return stableHash(question) % folds
}

/** What a curve states that was fitted without the question. */
function heldOut(all: Fared[]) {
  const ran = all.flatMap(({ support, ...one }) => (support === null ? [] : [{ ...one, support }]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isOwn = (one: Fared) => foldOf(one, FOLDS) === fold
    const curve = fitCode(ran.filter((one) => !isOwn(one)))
    return ran.filter(isOwn).map(({ set, support, chosen }) => ({
      set,
      stated: codeProbability(support, curve),
      isRight: chosen === 1,
    }))
  }).flat()
}

function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}
