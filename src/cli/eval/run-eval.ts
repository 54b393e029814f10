import { writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import type { AnsweredRow } from '../../evaluation/answered.ts'
import { EvaluationError } from '../../evaluation/evaluation-error.ts'
import { reportOn } from '../../evaluation/figures/report.ts'
import { answerRecorded } from '../../evaluation/recorded/answer-recorded.ts'
import { reportCsv } from '../../evaluation/report/report-csv.ts'
import { reportPage } from '../../evaluation/report/report-page.ts'
import { parseJson } from '../../utils/parse-json.ts'
import { EXIT } from '../exit-codes.ts'
import { askLive, type EvalOptions, type Evaluated, tellSkipped } from './ask-live.ts'
import { nameOf, readText, tryToWrite } from './files.ts'
import { type EvalTerminal, type Screen, screenOn } from './screen.ts'

/** Evaluates a panel, prints and writes the report, and returns the exit code. */
export async function runEval(options: EvalOptions, terminal: EvalTerminal): Promise<number> {
  const { file, from } = options
  if ((file === undefined) === (from === undefined))
    throw new EvaluationError('Name a table of questions to ask a panel, or recorded replies with --from.')
  if (from !== undefined && options.teach)
    throw new EvaluationError(
      'Recorded replies have no run that could be judged. For --teach, name the table of questions, and with --output the answers that are already there: stretto eval QUESTIONS.csv --output ANSWERS.jsonl --teach.',
    )
  if (options.models?.length === 1)
    throw new EvaluationError('A panel has at least two models. Name more with --models.')
  const screen = screenOn(terminal)
  const name = nameOf(from ?? options.output ?? file!)
  const base = options.report ?? name
  for (const ending of ['json', 'csv', 'html']) tryToWrite(`${base}.report.${ending}`, '--report')
  const evaluated =
    from === undefined ? await askLive(file!, options, screen) : await readRecorded(from, options, screen)
  const { answered, exitCode, ending } = evaluated
  if (answered.length > 0) report(evaluated, options, { name, base, screen })
  screen.tell(ending)
  return answered.length === 0 && exitCode === EXIT.consensus ? EXIT.unavailable : exitCode
}

/** Prints and writes the report, and what became of verdicts. */
function report(
  { answered, notes, taught }: Evaluated,
  options: EvalOptions,
  { name, base, screen }: { name: string; base: string; screen: Screen },
): void {
  const { calibration } = readMeasures()
  const figures = reportOn(answered, { name, calibration, first: knownMembers(options.first, answered) })
  writeFileSync(`${base}.report.json`, `${JSON.stringify({ ...figures, notes }, null, 2)}\n`)
  writeFileSync(`${base}.report.csv`, reportCsv(answered))
  writeFileSync(`${base}.report.html`, reportPage(figures, { notes }))
  screen.printReport(figures, ['', `Written: ${base}.report.html, .report.json and .report.csv`, ...taught])
}

function knownMembers(first: string[] | undefined, answered: AnsweredRow[]): string[] | undefined {
  const members = Object.keys(answered[0]!.members)
  const unknown = first?.find((member) => !members.includes(member))
  if (unknown !== undefined)
    throw new EvaluationError(
      `--first names ${unknown}, which is no member. The members are ${members.join(', ')}.`,
    )
  return first
}

/** How many recorded questions are answered before anything else gets a turn. */
const AT_ONCE = 50

const NOBODY_READS =
  'These are replies that were recorded: only the first answers count, and since no model reads them, answers that are not certainly the same count as different.'

async function readRecorded(from: string, options: EvalOptions, screen: Screen): Promise<Evaluated> {
  const { models, limit, prices } = options
  const { answered, bad } = await answerRecorded(readText(from), {
    name: nameOf(from),
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
  const notes = [NOBODY_READS, ...tellSkipped(bad, from, screen)]
  return { answered, notes, exitCode: EXIT.consensus, taught: [], ending: '' }
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
