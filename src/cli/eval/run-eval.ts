import { existsSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import type { Answered } from '../../evaluation/answered.ts'
import { requireEnough } from '../../evaluation/calibrate/calibrate-panel.ts'
import { EvaluationError } from '../../evaluation/evaluation-error.ts'
import { sumOf } from '../../evaluation/figures/intervals.ts'
import { reportOn } from '../../evaluation/figures/report.ts'
import { type AskedAll, askAll } from '../../evaluation/live/ask-all.ts'
import { askThrough, judgeOf } from '../../evaluation/live/ask-panel.ts'
import {
  type AskedPanel,
  answerLine,
  type Begun,
  failedLine,
  headerLine,
  readBegun,
} from '../../evaluation/live/results-file.ts'
import { answerRecorded } from '../../evaluation/recorded/answer-recorded.ts'
import { reportCsv } from '../../evaluation/report/report-csv.ts'
import { reportPage } from '../../evaluation/report/report-page.ts'
import type { BadLine } from '../../evaluation/table/parse-csv.ts'
import { parseJson, readTable, type TableRow } from '../../evaluation/table/read-table.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../open-client.ts'
import { calibrate } from './calibrate.ts'
import { endingOf, MOST_NAMED } from './ending.ts'
import type { EvalOptions } from './eval-options.ts'
import { linesIn, nameOf, readText, tryToWrite } from './files.ts'
import { progressLine } from './progress-bar.ts'
import { plain, reportLines } from './report-text.ts'
import { type EvalTerminal, type Screen, screenOn } from './screen.ts'

const CONCURRENCY = 4

interface Evaluated {
  answered: Answered[]
  notes: string[]
  exitCode: number
  /** What to tell after the report; empty for nothing. */
  ending: string
}

/** Evaluates a panel, prints and writes the report, and returns the exit code. */
export async function runEval(options: EvalOptions, terminal: EvalTerminal): Promise<number> {
  if ((options.file === undefined) === (options.from === undefined))
    throw new EvaluationError('Name a table of questions to ask a panel, or recorded replies with --from.')
  if (options.models?.length === 1)
    throw new EvaluationError('A panel has at least two models. Name more with --models.')
  const screen = screenOn(terminal)
  const name = nameOf(options.from ?? options.output ?? options.file!)
  const base = options.report ?? name
  for (const ending of ['json', 'csv', 'html']) tryToWrite(`${base}.report.${ending}`, '--report')
  const evaluated =
    options.from === undefined ? await askLive(options, screen) : await readRecorded(options, screen)
  const { answered, exitCode, ending } = evaluated
  if (answered.length > 0) report(evaluated, options, { name, base, screen })
  screen.tell(ending)
  return answered.length === 0 && exitCode === EXIT.consensus ? EXIT.unavailable : exitCode
}

/** Prints and writes the report, and calibrates if that was asked for. */
function report(
  { answered, notes, exitCode }: Evaluated,
  options: EvalOptions,
  { name, base, screen }: { name: string; base: string; screen: Screen },
): void {
  const { calibration } = readMeasures()
  const { columns } = screen
  const found = reportOn(answered, { name, calibration, first: knownMembers(options.first, answered) })
  writeFileSync(`${base}.report.json`, `${JSON.stringify({ ...found, notes }, null, 2)}\n`)
  writeFileSync(`${base}.report.csv`, reportCsv(answered))
  writeFileSync(`${base}.report.html`, reportPage(found, { notes }))
  const written = ['', `Written: ${base}.report.html, .report.json and .report.csv`]
  screen.printReport([...reportLines(found, columns), ...written.map(plain)])
  if (options.calibrate === undefined || exitCode !== EXIT.consensus) return
  const { calibrate: panel, force = false } = options
  const said = calibrate(answered, { name: panel, force, calibration, columns })
  screen.printReport(['', ...said].map(plain))
}

function knownMembers(first: string[] | undefined, answered: Answered[]): string[] | undefined {
  const known = Object.keys(answered[0]!.members)
  const unknown = first?.find((member) => !known.includes(member))
  if (unknown !== undefined)
    throw new EvaluationError(
      `--first names ${unknown}, which is no member. The members are ${known.join(', ')}.`,
    )
  return first
}

/** How many recorded questions are answered before anything else gets a turn. */
const AT_ONCE = 50

const NOBODY_READS =
  'These are replies that were recorded: only the first answers count, and since no model reads them, answers that are not certainly the same count as different.'

async function readRecorded(options: EvalOptions, screen: Screen): Promise<Evaluated> {
  const { from, models, limit, prices } = options
  const { answered, bad } = await answerRecorded(readText(from!), {
    name: nameOf(from!),
    models,
    limit,
    measures: readMeasures(),
    prices: prices === undefined ? undefined : readPrices(prices),
    async onProgress(done, all) {
      if (done % AT_ONCE !== 0 && done !== all) return
      screen.showProgress(`${done} of ${all} questions`)
      // So that Ctrl-C is heard.
      await setImmediate()
      screen.signal.throwIfAborted()
    },
  })
  screen.endProgress()
  tellBad(bad, from!, screen)
  return { answered, notes: [NOBODY_READS, ...skipped(bad)], exitCode: EXIT.consensus, ending: '' }
}

const Price = z.number().min(0)
const Prices = z.record(z.string(), z.tuple([Price, Price]))

function readPrices(path: string): z.infer<typeof Prices> {
  const prices = Prices.safeParse(parseJson(readText(path)))
  if (prices.success) return prices.data
  throw new EvaluationError(
    `${path} must be a JSON object with the US dollars for a million tokens of prompts and of replies of each model, such as {"vendor/one": [0.15, 0.6]}.`,
  )
}

const ALL_AT_ONCE =
  'All members of the panel were asked at once, even if it asks some of them first, so that every member can be judged.'

async function askLive(options: EvalOptions, screen: Screen): Promise<Evaluated> {
  const { file, limit = Number.POSITIVE_INFINITY } = options
  const table = readTable(readText(file!), file!)
  tellBad(table.bad, file!, screen)
  if (table.rows.length === 0) throw new EvaluationError(`${file} has no question that can be read.`)
  const rows = table.rows.slice(0, limit)
  // Before anything is spent.
  if (options.calibrate !== undefined) requireEnough(rows.filter(({ gold }) => gold !== undefined).length)
  const output = options.output ?? `${nameOf(file!)}.answers.jsonl`
  const panel: AskedPanel = {
    panel: options.panel ?? null,
    models: options.models ?? null,
    iterations: options.iterations ?? null,
  }
  if (/\.gz$/i.test(output))
    throw new EvaluationError('Answers are written line by line, so --output cannot be a .gz file.')
  const text = existsSync(output) ? readText(output) : ''
  const begun = readBegun(text, { name: output, panel, rows: table.rows })
  const done = rows.flatMap((row) => judgedAnew(begun.done.get(row.id), row))
  const open = rows.filter(({ id }) => !begun.done.has(id))
  if (done.length > 0)
    screen.tell(`${done.length} of ${rows.length} questions are answered in ${output} already.\n`)
  tryToWrite(output, '--output')
  const panelNotes = options.panel === undefined ? [] : [ALL_AT_ONCE]
  if (open.length === 0) {
    const notes = [...panelNotes, ...skipped(table.bad)]
    return { answered: done, notes, exitCode: EXIT.consensus, ending: '' }
  }
  const asked = await askOpen(options, screen, {
    open,
    begun,
    output,
    panel,
    bytesToDrop: Buffer.byteLength(text.slice(begun.wholeCharacters)),
  })
  const exitCodes = {
    done: EXIT.consensus,
    budget: EXIT.consensus,
    unavailable: EXIT.unavailable,
    cancelled: EXIT.cancelled,
  }
  const inOrder = [...done, ...asked.answered].sort((one, other) => one.line - other.line)
  const notes = [...panelNotes, ...skipped(table.bad), ...unanswered(rows.length - inOrder.length)]
  const ending = endingOf(asked, { options, output })
  return { answered: inOrder, notes, exitCode: exitCodes[asked.ending], ending }
}

/** An answer that was there, judged by what the table says now. */
function judgedAnew(answered: Answered | undefined, row: TableRow): Answered[] {
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

interface OpenQuestions {
  open: TableRow[]
  begun: Begun
  output: string
  panel: AskedPanel
  /** How many bytes at its end were cut off. */
  bytesToDrop: number
}

async function askOpen(
  options: EvalOptions,
  screen: Screen,
  { open, begun, output, panel, bytesToDrop }: OpenQuestions,
): Promise<AskedAll> {
  const { edge, close } = await openClient(options)
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
  try {
    // Before any question: is anybody there, and may we ask?
    const known = await edge.panels().catch((error: Error) => error)
    if (known instanceof Error)
      return { ending: 'unavailable', answered: [], failed: [{ line: 0, problem: known.message }], spentUsd }
    const models = options.models ?? modelsOf(options.panel, known.panels)
    const members = earlier[0] && Object.keys(earlier[0].members).sort().join(', ')
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
    await close()
  }
}

/** The models of a panel that the service knows by its name. */
function modelsOf(
  name: string | undefined,
  panels: Array<{ name?: string | null | undefined; models: string[] }>,
): string[] | undefined {
  if (name === undefined) return undefined
  const found = panels.find((panel) => panel.name === name)
  if (found === undefined) {
    const names = panels.flatMap((panel) => panel.name ?? [])
    throw new EvaluationError(`There is no panel ${name}. There are: ${names.join(', ')}.`)
  }
  return found.models
}

function tellBad(bad: BadLine[], file: string, { tell }: Screen): void {
  for (const { line, problem } of bad.slice(0, MOST_NAMED))
    tell(`${file}, line ${line} is skipped: ${problem}.\n`)
  if (bad.length > MOST_NAMED) tell(`${file}: ${bad.length - MOST_NAMED} more lines are skipped.\n`)
}

function skipped(bad: BadLine[]): string[] {
  if (bad.length === 0) return []
  const lines = bad.slice(0, MOST_NAMED).map(({ line }) => line)
  const more = bad.length > lines.length ? ' and more' : ''
  return [
    `${bad.length} ${bad.length === 1 ? 'line was' : 'lines were'} skipped: ${lines.join(', ')}${more}.`,
  ]
}

function unanswered(count: number): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? 'question has' : 'questions have'} no answer yet.`]
}
