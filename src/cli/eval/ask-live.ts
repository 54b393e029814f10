import { existsSync } from 'node:fs'
import type { EdgeClient } from '../../client/edge-client.ts'
import { StrettoApiError } from '../../client/errors.ts'
import type { AnsweredRow } from '../../evaluation/answered.ts'
import { EvaluationError } from '../../evaluation/evaluation-error.ts'
import { sumOf } from '../../evaluation/figures/statistics.ts'
import { type AskedAll, askAll } from '../../evaluation/live/ask-all.ts'
import { askThrough, judgeOf } from '../../evaluation/live/ask-panel.ts'
import {
  type AddedLine,
  type AskedPanel,
  type EarlierAnswers,
  headerLine,
  readEarlier,
} from '../../evaluation/live/results-file.ts'
import { type Taught, teach } from '../../evaluation/live/teach.ts'
import { type BadLine, readTable, type TableRow } from '../../evaluation/table/read-table.ts'
import { EXIT } from '../exit-codes.ts'
import { type ConnectionOptions, using } from '../open-client.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { linesIn, nameOf, readText, tryToWrite } from './files.ts'
import { progressLine, type Screen } from './screen.ts'

export interface EvalOptions extends ConnectionOptions {
  file?: string | undefined
  from?: string | undefined
  models?: string[] | undefined
  panel?: string | undefined
  iterations?: number | undefined
  limit?: number | undefined
  budget?: number | undefined
  concurrency?: number | undefined
  output?: string | undefined
  report?: string | undefined
  first?: string[] | undefined
  teach?: boolean | undefined
}

export interface Evaluated {
  answered: AnsweredRow[]
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

const NOTHING_ASKED: AskedAll = { ending: 'done', answered: [], failed: [], spentUsd: null }

const EXIT_CODES = {
  done: EXIT.consensus,
  budget: EXIT.consensus,
  unavailable: EXIT.unavailable,
  cancelled: EXIT.cancelled,
}

/** Asks a panel the questions of a table that have no answer yet, and teaches the service if that was asked for. */
export async function askLive(file: string, options: EvalOptions, screen: Screen): Promise<Evaluated> {
  const table = readTable(readText(file), file)
  const skipped = tellSkipped(table.bad, file, screen)
  if (table.rows.length === 0) throw new EvaluationError(`${file} has no question that can be read.`)
  const rows = table.rows.slice(0, options.limit)
  if (options.teach && rows.every(({ gold }) => gold === undefined))
    throw new EvaluationError(`--teach needs right answers, and ${file} has none in a column answer.`)
  const output = options.output ?? `${nameOf(file)}.answers.jsonl`
  if (/\.gz$/i.test(output))
    throw new EvaluationError('Answers are written line by line, so --output cannot be a .gz file.')
  const { panel = null, models = null, iterations = null } = options
  const askedPanel: AskedPanel = { panel, models, iterations }
  const text = existsSync(output) ? readText(output) : ''
  const earlier = readEarlier(text, { name: output, panel: askedPanel, rows: table.rows })
  const done = rows.flatMap((row) => judgedAnew(earlier.done.get(row.id), row))
  const open = rows.filter(({ id }) => !earlier.done.has(id))
  if (done.length > 0)
    screen.tell(`${done.length} of ${rows.length} questions are answered in ${output} already.\n`)
  tryToWrite(output, '--output')
  const append = linesIn<AddedLine>(
    output,
    Buffer.byteLength(text.slice(earlier.wholeCharacters)),
    earlier.wholeCharacters === 0 ? headerLine(askedPanel) : '',
  )
  const { asked, answered, taught } =
    open.length === 0 && !options.teach
      ? { asked: NOTHING_ASKED, answered: done, taught: [] }
      : await using(options, ({ edge }) =>
          askAndTeach(edge, { options, screen, done, open, earlier, output, append }),
        )
  const left = rows.length - answered.length
  const notes = [
    ...(options.panel === undefined ? [] : [ALL_AT_ONCE]),
    ...skipped,
    ...(left === 0 ? [] : [`${counted(left, 'question has', 'questions have')} no answer yet.`]),
  ]
  return {
    ...{ answered, notes, taught },
    exitCode: EXIT_CODES[asked.ending],
    ending: endingOf(asked, options.budget),
  }
}

/** An answer that was there, judged by what the table says now. */
function judgedAnew(answered: AnsweredRow | undefined, row: TableRow): AnsweredRow[] {
  if (answered === undefined) return []
  const judge = judgeOf(row)
  const judged = <Reply extends { answer: string | null }>(reply: Reply) => {
    return { ...reply, right: judge(reply.answer) }
  }
  const members = Object.entries(answered.members).map(([member, reply]) => [member, judged(reply)])
  return [
    {
      ...answered,
      ...{ line: row.line, gold: row.gold ?? null },
      members: Object.fromEntries(members),
      panel: judged(answered.panel),
    },
  ]
}

interface Asking {
  options: EvalOptions
  screen: Screen
  /** What was answered before, and what is still to be asked. */
  done: AnsweredRow[]
  open: TableRow[]
  earlier: EarlierAnswers
  output: string
  append: (line: AddedLine) => void
}

async function askAndTeach(edge: EdgeClient, asking: Asking) {
  const { options, screen, done, open } = asking
  const { models, panel } = options
  // Before any question: is anybody there, and may we ask?
  const reliability = await edge.reliability({ models, panel }).catch((error: Error) => error)
  if (reliability instanceof StrettoApiError && reliability.code === 'not_found' && panel !== undefined)
    throw new EvaluationError(reliability.message)
  if (reliability instanceof Error) {
    const failed = [{ line: 0, problem: reliability.message }]
    const asked: AskedAll = { ...NOTHING_ASKED, ending: 'unavailable', failed }
    return { asked, answered: done, taught: [] }
  }
  if (options.teach && reliability.warnings !== undefined)
    throw new EvaluationError(
      `--teach needs a service that counts its runs. ${reliability.warnings.join(' ')} Turn it on there, or leave out --teach.`,
    )
  const named = models ?? (panel === undefined ? undefined : reliability.models)
  const asked = open.length === 0 ? NOTHING_ASKED : await askOpen(edge, named, asking)
  const answered = [...done, ...asked.answered].sort((one, other) => one.line - other.line)
  const taught = options.teach ? taughtLines(await teach(answered, { edge, signal: screen.signal })) : []
  return { asked, answered, taught }
}

async function askOpen(
  edge: EdgeClient,
  models: string[] | undefined,
  { options, screen, open, earlier, output, append }: Asking,
): Promise<AskedAll> {
  const begunAt = performance.now()
  const before = [...earlier.done.values()]
  const costs = before.flatMap(({ panel: { costUsd } }) => costUsd ?? [])
  const membersOf = ({ members }: AnsweredRow) => Object.keys(members).sort().join(', ')
  const members = before[0] && membersOf(before[0])
  try {
    return await askAll({
      rows: open,
      ask: askThrough(edge, { models, iterations: options.iterations }),
      concurrency: options.concurrency ?? CONCURRENCY,
      budgetUsd: options.budget,
      spentUsd: costs.length === 0 && earlier.failedUsd === 0 ? null : sumOf([earlier.failedUsd, ...costs]),
      dearestUsd: costs.length === 0 ? null : Math.max(...costs),
      signal: screen.signal,
      keep(answered, row) {
        const now = membersOf(answered)
        if (members !== undefined && members !== now)
          throw new EvaluationError(
            `${output} has the answers of ${members}, and now ${now} answered. Choose another file with --output.`,
          )
        append({ ...answered, digest: row.digest })
      },
      keepCost: (costUsd, row) => append({ failed: row.id, costUsd }),
      onProgress(progress) {
        const elapsedMs = performance.now() - begunAt
        screen.showProgress(progressLine(progress, { elapsedMs, columns: screen.columns }))
      },
    })
  } finally {
    screen.endProgress()
  }
}

function taughtLines({ given, refused }: Taught): string[] {
  const count = sumOf([...refused.values()])
  return [
    `${counted(given, 'verdict')} given to the service${count === 0 ? '.' : `, ${count} refused:`}`,
    ...[...refused].map(([reason, times]) => `  ${times}: ${reason}`),
  ]
}

/** Why not everything was asked and how to go on; empty if all is answered. */
function endingOf({ ending, answered, failed, spentUsd }: AskedAll, budget: number | undefined): string {
  if (ending === 'done' && failed.length === 0) return ''
  const spent = spentUsd === null ? 'nothing' : dollars(spentUsd)
  const reasons = {
    done: `${counted(failed.length, 'question was', 'questions were')} not answered.`,
    cancelled: 'Stopped.',
    budget: `The next question might exceed the budget of $${budget}: ${spent} is spent${failed.length > 0 ? ', with what failed questions may have cost' : ''}.`,
    unavailable: `The panel cannot be asked: ${failed.at(-1)?.problem}`,
  }
  return [
    ...(ending === 'unavailable' ? [] : problemsIn(failed)),
    `${reasons[ending]}${answered.length > 0 ? ' What is answered is kept.' : ''}`,
    `To continue, run the same command again${ending === 'budget' ? ' with a higher --budget or none' : ''}.`,
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

/** Tells which lines of a file cannot be read, and why; returns what the report says of them, nothing without any. */
export function tellSkipped(bad: BadLine[], file: string, { tell }: Screen): string[] {
  for (const { line, problem } of bad.slice(0, MOST_NAMED))
    tell(`${file}, line ${line} is skipped: ${problem}.\n`)
  if (bad.length > MOST_NAMED) tell(`${file}: ${bad.length - MOST_NAMED} more lines are skipped.\n`)
  return bad.length === 0
    ? []
    : [`${counted(bad.length, 'line was', 'lines were')} skipped: ${linesNamed(bad)}.`]
}

function linesNamed(lines: BadLine[]): string {
  const named = lines.slice(0, MOST_NAMED).map(({ line }) => line)
  return `${named.join(', ')}${lines.length > MOST_NAMED ? ' and more' : ''}`
}
