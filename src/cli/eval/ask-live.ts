import { existsSync } from 'node:fs'
import type { EdgeClient } from '../../client/edge-client.ts'
import { StrettoApiError } from '../../client/errors.ts'
import type { AnsweredQuestion } from '../../evaluation/answered.ts'
import { EvaluationError } from '../../evaluation/evaluation-error.ts'
import { sumOf } from '../../evaluation/figures/statistics.ts'
import { type AskedAll, askAll } from '../../evaluation/live/ask-all.ts'
import { askThrough, judgeOf } from '../../evaluation/live/ask-panel.ts'
import {
  type AskedPanel,
  answerLine,
  type EarlierAnswers,
  failedLine,
  headerLine,
  readBegun,
} from '../../evaluation/live/results-file.ts'
import { type Taught, teach } from '../../evaluation/live/teach.ts'
import type { BadLine } from '../../evaluation/table/parse-csv.ts'
import { readTable, type TableRow } from '../../evaluation/table/read-table.ts'
import { EXIT } from '../exit-codes.ts'
import { type ConnectionOptions, openClient } from '../open-client.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { linesIn, nameOf, readText, tryToWrite } from './files.ts'
import { progressLine, type Screen } from './screen.ts'

/** What `stretto eval` was asked for. */
export interface EvalOptions extends ConnectionOptions {
  /** The table of questions. */
  file?: string | undefined
  /** A file of recorded replies, instead of asking. */
  from?: string | undefined
  models?: string[] | undefined
  /** The name of a panel of the service. */
  panel?: string | undefined
  iterations?: number | undefined
  limit?: number | undefined
  budget?: number | undefined
  concurrency?: number | undefined
  /** Where the answers are kept, and where an evaluation goes on. */
  output?: string | undefined
  /** Where reports are written: a path to which the endings are added. */
  report?: string | undefined
  /** The members that are asked first. */
  first?: string[] | undefined
  /** A file of prices for recorded replies. */
  prices?: string | undefined
  /** Whether the service is told which of its answers are right. */
  teach?: boolean | undefined
}

/** What came of an evaluation. */
export interface Evaluated {
  answered: AnsweredQuestion[]
  notes: string[]
  exitCode: number
  /** What became of the verdicts, to be printed after the report; empty where none were given. */
  taught: string[]
  /** What to tell at the very end; empty for nothing. */
  ending: string
}

const CONCURRENCY = 4

const ALL_AT_ONCE =
  'All members of the panel were asked at once, even if it asks some of them first, so that every member can be judged.'

const EXIT_CODES = {
  done: EXIT.consensus,
  budget: EXIT.consensus,
  unavailable: EXIT.unavailable,
  cancelled: EXIT.cancelled,
}

/** Asks a panel the questions of a table that have no answer yet, and teaches the service if that was asked for. */
export async function askLive(options: EvalOptions, screen: Screen): Promise<Evaluated> {
  const { file, limit = Number.POSITIVE_INFINITY } = options
  const table = readTable(readText(file!), file!)
  tellBad(table.bad, file!, screen)
  if (table.rows.length === 0) throw new EvaluationError(`${file} has no question that can be read.`)
  const rows = table.rows.slice(0, limit)
  if (options.teach && rows.every(({ gold }) => gold === undefined))
    throw new EvaluationError(`--teach needs right answers, and ${file} has none in a column answer.`)
  const output = options.output ?? `${nameOf(file!)}.answers.jsonl`
  if (/\.gz$/i.test(output))
    throw new EvaluationError('Answers are written line by line, so --output cannot be a .gz file.')
  const panel: AskedPanel = {
    panel: options.panel ?? null,
    models: options.models ?? null,
    iterations: options.iterations ?? null,
  }
  const text = existsSync(output) ? readText(output) : ''
  const begun = readBegun(text, { name: output, panel, rows: table.rows })
  const done = rows.flatMap((row) => judgedAnew(begun.done.get(row.id), row))
  const open = rows.filter(({ id }) => !begun.done.has(id))
  if (done.length > 0)
    screen.tell(`${done.length} of ${rows.length} questions are answered in ${output} already.\n`)
  tryToWrite(output, '--output')
  const bytesToDrop = Buffer.byteLength(text.slice(begun.wholeCharacters))
  const { asked, answered, taught } = await askAndTeach(options, screen, {
    ...{ done, open, begun, output, panel, bytesToDrop },
  })
  const notes = [
    ...(options.panel === undefined ? [] : [ALL_AT_ONCE]),
    ...skippedNote(table.bad),
    ...unansweredNote(rows.length - answered.length),
  ]
  const ending = endingOf(asked, { options, output })
  return { answered, notes, exitCode: EXIT_CODES[asked.ending], taught, ending }
}

/** An answer that was there, judged by what the table says now. */
function judgedAnew(answered: AnsweredQuestion | undefined, row: TableRow): AnsweredQuestion[] {
  if (answered === undefined) return []
  const judge = judgeOf(row)
  const members = Object.entries(answered.members).map(([member, reply]) => [
    member,
    { ...reply, right: judge(reply.answer) },
  ])
  return [
    {
      ...answered,
      line: row.line,
      gold: row.gold ?? null,
      members: Object.fromEntries(members),
      panel: { ...answered.panel, right: judge(answered.panel.answer) },
    },
  ]
}

interface Questions {
  /** What was answered before, and what is still to be asked. */
  done: AnsweredQuestion[]
  open: TableRow[]
  begun: EarlierAnswers
  output: string
  panel: AskedPanel
  /** How many bytes at the end of the output were cut off. */
  bytesToDrop: number
}

async function askAndTeach(options: EvalOptions, screen: Screen, questions: Questions) {
  const { done, open } = questions
  const nothing: AskedAll = { ending: 'done', answered: [], failed: [], spentUsd: null }
  if (open.length === 0 && !options.teach) return { asked: nothing, answered: done, taught: [] }
  const { edge, close } = await openClient(options)
  try {
    // Before any question: is anybody there, and may we ask?
    const reliability = await edge.reliability(askedFor(options)).catch((error: Error) => error)
    if (
      reliability instanceof StrettoApiError &&
      reliability.code === 'not_found' &&
      options.panel !== undefined
    )
      throw new EvaluationError(reliability.message)
    if (reliability instanceof Error) {
      const failed = [{ line: 0, problem: reliability.message }]
      return { asked: { ...nothing, ending: 'unavailable' as const, failed }, answered: done, taught: [] }
    }
    if (options.teach && reliability.warnings !== undefined)
      throw new EvaluationError(
        `--teach needs a service that counts its runs. ${reliability.warnings.join(' ')} Turn it on there, or leave out --teach.`,
      )
    const models = options.models ?? (options.panel === undefined ? undefined : reliability.models)
    const asked = open.length === 0 ? nothing : await askOpen(edge, { options, models, screen, questions })
    const answered = [...done, ...asked.answered].sort((one, other) => one.line - other.line)
    const taught = options.teach ? taughtLines(await teach(answered, { edge, signal: screen.signal })) : []
    return { asked, answered, taught }
  } finally {
    await close()
  }
}

/** The panel that is asked, by its models or its name; the default panel for neither. */
function askedFor({ models, panel }: EvalOptions): { models?: string[]; panel?: string } {
  return { ...(models && { models }), ...(panel !== undefined && { panel }) }
}

async function askOpen(
  edge: EdgeClient,
  {
    options,
    models,
    screen,
    questions: { open, begun, output, panel, bytesToDrop },
  }: { options: EvalOptions; models: string[] | undefined; screen: Screen; questions: Questions },
): Promise<AskedAll> {
  const addLine = linesIn(output, bytesToDrop)
  const begunAt = performance.now()
  const earlier = [...begun.done.values()]
  const costs = earlier.flatMap(({ panel: { costUsd } }) => costUsd ?? [])
  const spentUsd = costs.length === 0 && begun.failedUsd === 0 ? null : sumOf([begun.failedUsd, ...costs])
  let header = begun.wholeCharacters === 0 ? headerLine(panel) : ''
  const append = (line: string) => {
    addLine(header + line)
    header = ''
  }
  const members = earlier[0] && Object.keys(earlier[0].members).sort().join(', ')
  try {
    return await askAll({
      rows: open,
      ask: askThrough(edge, { models, iterations: options.iterations }),
      concurrency: options.concurrency ?? CONCURRENCY,
      budgetUsd: options.budget,
      spentUsd,
      dearestUsd: costs.length === 0 ? null : Math.max(...costs),
      signal: screen.signal,
      keep(answered, row) {
        const now = Object.keys(answered.members).sort().join(', ')
        if (members !== undefined && members !== now)
          throw new EvaluationError(
            `${output} has the answers of ${members}, and now ${now} answered. Choose another file with --output.`,
          )
        append(answerLine(answered, row))
      },
      keepCost: (costUsd, row) => append(failedLine(costUsd, row)),
      onProgress(progress) {
        const elapsedMs = performance.now() - begunAt
        screen.showProgress(progressLine(progress, { elapsedMs, columns: screen.columns }))
      },
    })
  } finally {
    screen.endProgress()
  }
}

/** How many verdicts were given and refused, and why. */
function taughtLines({ given, refused }: Taught): string[] {
  const count = sumOf([...refused.values()])
  return [
    `${counted(given, 'verdict')} given to the service${count === 0 ? '.' : `, ${count} refused:`}`,
    ...[...refused].map(([reason, times]) => `  ${times}: ${reason}`),
  ]
}

/** Why not everything was asked and how to go on, the command last; empty if all is answered. */
function endingOf(
  { ending, answered, failed, spentUsd }: AskedAll,
  { options, output }: { options: EvalOptions; output: string },
): string {
  if (ending === 'done' && failed.length === 0) return ''
  const spent = spentUsd === null ? 'nothing' : dollars(spentUsd)
  const reasons = {
    done: `${counted(failed.length, 'question was', 'questions were')} not answered.`,
    cancelled: 'Stopped.',
    budget: `The next question might exceed the budget of $${options.budget}: ${spent} is spent${failed.length > 0 ? ', with what failed questions may have cost' : ''}.`,
    unavailable: `The panel cannot be asked: ${failed.at(-1)?.problem}`,
  }
  const isOverBudget = ending === 'budget'
  const command = continueWith(isOverBudget ? { ...options, budget: undefined } : options, output)
  return [
    ...(ending === 'unavailable' ? [] : problemsIn(failed)),
    `${reasons[ending]}${answered.length > 0 ? ' What is answered is kept.' : ''} To continue${isOverBudget ? ', add a higher --budget or none' : ''}:`,
    `  ${command}`,
    '',
  ].join('\n')
}

/** How many lines of a table, or problems, are named. */
const MOST_NAMED = 20

/** Every problem once, with the lines that have it. */
function problemsIn(failed: BadLine[]): string[] {
  const problems = [...new Set(failed.map(({ problem }) => problem))]
  return problems.slice(0, MOST_NAMED).map((problem) => {
    const lines = failed.filter((one) => one.problem === problem)
    return `Not answered: ${lines.length === 1 ? 'line' : 'lines'} ${linesNamed(lines)}: ${problem}`
  })
}

/** The options that the command which goes on is given again, besides the file of answers; the key is not shown. */
const REPEATED = [
  ...(['panel', 'models', 'iterations', 'limit', 'budget', 'concurrency'] as const),
  ...(['report', 'first', 'url'] as const),
]

/** The command that goes on where this one ended. */
function continueWith(options: EvalOptions, output: string): string {
  const repeated = REPEATED.flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${quoted(String(options[name]))}`],
  )
  return [
    ...['stretto eval', quoted(options.file!), `--output ${quoted(output)}`, ...repeated],
    ...(options.teach ? ['--teach'] : []),
    ...(options.key ? ['--key KEY'] : []),
  ].join(' ')
}

function quoted(text: string): string {
  return /^[\w./:@,~+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Tells which lines of a file cannot be read, and why. */
export function tellBad(bad: BadLine[], file: string, { tell }: Screen): void {
  for (const { line, problem } of bad.slice(0, MOST_NAMED))
    tell(`${file}, line ${line} is skipped: ${problem}.\n`)
  if (bad.length > MOST_NAMED) tell(`${file}: ${bad.length - MOST_NAMED} more lines are skipped.\n`)
}

/** What the report says of lines that cannot be read; nothing without any. */
export function skippedNote(bad: BadLine[]): string[] {
  if (bad.length === 0) return []
  return [`${counted(bad.length, 'line was', 'lines were')} skipped: ${linesNamed(bad)}.`]
}

function linesNamed(lines: BadLine[]): string {
  const named = lines.slice(0, MOST_NAMED).map(({ line }) => line)
  return `${named.join(', ')}${lines.length > MOST_NAMED ? ' and more' : ''}`
}

function unansweredNote(count: number): string[] {
  return count === 0 ? [] : [`${counted(count, 'question has', 'questions have')} no answer yet.`]
}
