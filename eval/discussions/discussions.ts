import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import {
  type Calibration,
  type Discussed,
  discussedProbability,
  type FirstReplies,
  logOdds,
  probabilityOf,
} from '../../src/engine/conclude/confidence.ts'
import { calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { readJsonLines } from '../json-lines.ts'

/** Which agents gave the same answer before and after they saw those of the others; null for none. */
interface Discussion {
  source: string
  era: string
  /** Whether the agents are different models or copies of one. */
  models: 'hetero' | 'homo'
  options: boolean
  first: Array<number | null>
  last: Array<number | null>
  /** The right answer; null where nobody gave it. */
  right: number | null
}

/** What a discussion shows of the answer that most agents hold in the end. */
interface Observed {
  source: string
  isNew: boolean
  first: FirstReplies
  last: Discussed
  isRight: boolean
}

/** Discussions of our own panels, whose models were played. */
const PLAYED = fileURLToPath(new URL('played.jsonl', import.meta.url))

/** The recorded discussions of a folder, and our own. */
function readDiscussions(folder: string): Observed[] {
  const recorded = readJsonLines<Discussion>(join(folder, 'discussions/patterns.jsonl.gz'))
  return [...recorded, ...readJsonLines<Discussion>(PLAYED)].flatMap(observed)
}

function observed(discussion: Discussion): Observed[] {
  const { source, era, models, options, right } = discussion
  const [first, last] = [counts(discussion.first), counts(discussion.last)]
  const before = (answer: number) => first.get(answer) ?? 0
  const [winner] = [...last.keys()].sort(
    (one, other) => last.get(other)! - last.get(one)! || before(other) - before(one),
  )
  if (winner === undefined || first.size === 0) return []
  const mostOf = (counted: Map<number, number>) =>
    Math.max(0, ...[...counted].flatMap(([answer, number]) => (answer === winner ? [] : number)))
  const given = before(winner)
  const answering = sum([...first.values()])
  return [
    {
      source,
      isNew: era === '2026' && models === 'hetero',
      first: { given, compatible: 0, answering, rival: mostOf(first), silent: 0, offersOptions: options },
      last: { given: last.get(winner)!, rival: mostOf(last) },
      isRight: right === winner,
    },
  ]
}

function counts(answers: Array<number | null>): Map<number, number> {
  const counted = new Map<number, number>()
  for (const answer of answers) if (answer !== null) counted.set(answer, (counted.get(answer) ?? 0) + 1)
  return counted
}

/** A way to state the probability of an answer after a discussion, with one number that is fitted. */
type Form = (one: Observed, fitted: number, calibration: Calibration) => number

const FORMS: Record<string, Form> = {
  'first replies alone': ({ first }, _, calibration) => probabilityOf(first, calibration),
  'log odds for the share that was won': ({ first, last }, fitted, calibration) => {
    const alone = probabilityOf(first, calibration)
    return hasLed(first) ? alone : raised(alone, fitted * 6 * wonShare(first, last))
  },
  'the same, also where the answer led': ({ first, last }, fitted, calibration) =>
    raised(probabilityOf(first, calibration), fitted * 6 * wonShare(first, last)),
  'parts of a first reply': ({ first, last }, fitted, calibration) => {
    const part = (before: number, after: number) => before + fitted * (after - before)
    const now = { ...first, given: part(first.given, last.given), rival: part(first.rival, last.rival) }
    return probabilityOf(now, calibration)
  },
  'the same, up to the narrowest lead (shipped)': ({ first, last }, fitted, calibration) =>
    discussedProbability(first, last, { ...calibration, persuaded: fitted }),
}
const SHIPPED = 'the same, up to the narrowest lead (shipped)'

function hasLed({ given, rival }: FirstReplies): boolean {
  return given > rival
}

function wonShare(first: FirstReplies, last: Discussed): number {
  return (last.given - first.given) / first.answering
}

function raised(probability: number, odds: number): number {
  return 1 / (1 + Math.exp(-logOdds(probability) - odds))
}

const STEPS = Array.from({ length: 101 }, (_, step) => step / 100)

/** The number with which a form fits discussions best. */
function bestFit(form: Form, all: Observed[], calibration: Calibration): number {
  const losses = STEPS.map((step) => loss(all.map((one) => [form(one, step, calibration), one.isRight])))
  return STEPS[losses.indexOf(Math.min(...losses))]!
}

/** What a model counts for that was won over, as recorded discussions tell. */
export function fitPersuaded(folder: string, calibration: Calibration): number {
  return bestFit(FORMS[SHIPPED]!, readDiscussions(folder), calibration)
}

type Stated = [probability: number, isRight: boolean]

/** The mean logarithmic loss of probabilities. */
export function loss(stated: Stated[]): number {
  return (
    sum(stated.map(([probability, isRight]) => -Math.log(isRight ? probability : 1 - probability))) /
    stated.length
  )
}

/** What each form states of every discussion when it is fitted on the other sources. */
function crossValidated(all: Observed[], calibration: Calibration): Record<string, number[]> {
  const sources = [...new Set(all.map(({ source }) => source))]
  const statedBy = (form: Form) => {
    const others = (source: string) => all.filter((one) => one.source !== source)
    const numbers = new Map(sources.map((source) => [source, bestFit(form, others(source), calibration)]))
    return all.map((one) => form(one, numbers.get(one.source)!, calibration))
  }
  return Object.fromEntries(Object.entries(FORMS).map(([name, form]) => [name, statedBy(form)]))
}

/** `npm run eval -- discussions`: what agreement after a discussion is worth, leaving out one source after the other. */
export function evaluateDiscussions({ folder, json }: { folder: string; json: boolean }): void {
  const calibration = readMeasures().calibration
  const all = readDiscussions(folder)
  const groups: Record<string, (one: Observed) => boolean> = {
    all: () => true,
    'led at first': ({ first }) => hasLed(first),
    'did not lead': ({ first }) => !hasLed(first),
    'different models of 2026': ({ isNew, source }) => isNew && source !== 'eval/live',
    'our own, played': ({ source }) => source === 'eval/live',
  }
  const rows = Object.entries(crossValidated(all, calibration)).flatMap(([form, probabilities]) =>
    Object.entries(groups).map(([group, isIn]) => {
      const stated = all.flatMap((one, place): Stated[] =>
        isIn(one) ? [[probabilities[place]!, one.isRight]] : [],
      )
      const mean = (of: (one: Stated) => number) => sum(stated.map(of)) / stated.length
      return {
        form,
        group,
        discussions: stated.length,
        right: mean(([, isRight]) => (isRight ? 1 : 0)),
        stated: mean(([probability]) => probability),
        'log loss': loss(stated),
        ECE: calibrationError(
          stated.map(([probability]) => probability),
          stated.map(([, isRight]) => isRight),
        ),
      }
    }),
  )
  if (json) {
    console.log(JSON.stringify({ persuaded: calibration.persuaded, rows }, null, 2))
    return
  }
  console.log(
    `A model that is won over counts as ${calibration.persuaded} of one that gave the answer by itself.`,
  )
  console.table(rows.map((row) => ({ ...row, ...rounded(row) })))
}

function rounded(row: Record<string, number | string>) {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, Math.round(value * 1_000) / 1_000]] : [],
    ),
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
