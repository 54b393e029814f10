import { passes } from '../../utils/passes.ts'
import type { CodeLanguage, ProgramRun, Trial, TrialOutcome } from '../panel/code-port.ts'

/** What drafts did on the same inputs; plain data, so that it can be stored. */
export interface CodeRun {
  language: CodeLanguage
  /** The function or class that is called; empty for programs that are run as a whole. */
  called: string
  /** Those on which most drafts come to an end, or whose outcome the question states. */
  inputs: Array<{ trial: Trial; expected: string | null }>
  /** What came out of each draft, by its place; null for one that cannot be run. */
  outcomes: Array<string[] | null>
  /** The same of the revised draft; absent without one. */
  revised?: string[] | null
}

/** What became of programs that were run twice, as far as it says something: the same both times, and an end for most. */
export function codeRunOf(
  { language, called, inputs }: Pick<CodeRun, 'language' | 'called' | 'inputs'>,
  [runs, again]: [ProgramRun[], ProgramRun[]],
): CodeRun {
  const isWhole = (run: ProgramRun) => run.problem === null && run.outcomes.length === inputs.length
  const outcomes = runs.map((run, place) =>
    isWhole(run) && isWhole(again[place]!) ? run.outcomes.map(asText) : null,
  )
  const ran = runs.flatMap((run, place) => (outcomes[place] === null ? [] : [{ run, place }]))
  const counts = inputs.map(({ expected }, input) => {
    const isStable = ran.every(
      ({ place }) => asText(again[place]!.outcomes[input]!) === outcomes[place]![input],
    )
    const failing = ran.filter(({ run }) => run.outcomes[input]!.kind !== 'value')
    return isStable && (expected !== null || failing.length * 2 <= ran.length)
  })
  return {
    language,
    called,
    inputs: inputs.filter((_, input) => counts[input]),
    outcomes: outcomes.map((all) => all?.filter((_, input) => counts[input]) ?? null),
  }
}

/** Whether two programs do the same on every input. */
export function isSame(one: string[], other: string[] | null): boolean {
  return other !== null && one.every((outcome, input) => outcome === other[input])
}

/** How far programs are alike to one that does this: the inputs on which each does the same, by how many seats wrote it. */
export function alikeIn(one: string[], all: CodeRun['outcomes'], seats: number[]): number {
  const same = (other: string[]) => one.filter((outcome, input) => outcome === other[input]).length
  return all.reduce((sum, other, place) => sum + (other === null ? 0 : seats[place]! * same(other)), 0)
}

/** How many of the outcomes that the question states are among these. */
export function passedBy(outcomes: string[], inputs: CodeRun['inputs']): number {
  return inputs.filter(({ expected }, input) => expected !== null && passes(outcomes[input]!, expected))
    .length
}

/** How many outcomes the question states. */
export function statedIn({ inputs }: Pick<CodeRun, 'inputs'>): number {
  return inputs.filter(({ expected }) => expected !== null).length
}

const FLOAT = /(?<!\d)\d{1,30}\.\d{7,30}(?:e[-+]?\d{1,3})?/g
const SIGNIFICANT = 9

/** An outcome in words; long floats to nine digits, and of what is printed without white space at the ends of lines. */
export function asText(outcome: TrialOutcome): string {
  if (outcome.kind === 'raised') return `raises ${outcome.error}`
  if (outcome.kind === 'stopped') return `does not end (${outcome.why})`
  const rounded = outcome.value.replace(FLOAT, (float) =>
    String(Number(Number(float).toPrecision(SIGNIFICANT))),
  )
  const lines = rounded.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').trimEnd()
}

/** What is tried, as it is written. */
export function inputOf(trial: Trial): string {
  return trial.kind === 'call' ? trial.expression : trial.kind === 'stdin' ? trial.input : trial.setup
}
