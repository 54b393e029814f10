import { fstatSync, readFileSync } from 'node:fs'
import type { EdgeClient, EdgeRequest } from '../../client/edge-client.ts'
import { afterEvent, NOTHING_YET, type RunProgress, type SeatProgress } from '../../client/run-progress.ts'
import type { EdgeEvent } from '../../client/streams.ts'
import type { DryRunResponse } from '../../contract/dry-run.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { LIMITS } from '../../contract/limits.ts'
import { callsInWords } from '../../contract/usual-calls.ts'
import { utf8In } from '../../utils/utf8.ts'
import { EXIT } from '../exit-codes.ts'
import { inOptions, UsageError } from '../failure.ts'
import { type ConnectionOptions, using } from '../open-client.ts'
import { wrap, wrapAfter } from '../terminal/columns.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { harmlessJson, oneLine } from '../terminal/harmless.ts'
import { type Page, pageOn, print } from '../terminal/page.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { openProgress, type ProgressView } from './progress.ts'
import { spentText } from './run-lines.ts'
import { exitCodeOf, ofEdge, printAnswer } from './summary.ts'

type RequestField = 'models' | 'kind' | 'structure' | 'criteria' | 'effort' | 'patience' | 'search'

export interface AskCommandOptions extends ConnectionOptions, Pick<EdgeRequest, RequestField> {
  panel?: string
  reasoningEffort?: EdgeRequest['reasoning_effort']
  maxAge?: number
  budget?: number
  maxCalls?: number
  fresh?: boolean
  context?: string[]
  dryRun?: boolean
  json?: boolean
}

/** Asks a question and prints the answer; returns the exit code. */
export async function ask(words: string[], options: AskCommandOptions): Promise<number> {
  const { json = false, dryRun = false } = options
  const question = await readQuestion(words, options.context)
  // From the start: a service in this process takes a moment to open.
  const progress = openProgress(json || dryRun)
  progress.show(NOTHING_YET)
  return untilInterrupted(async (signal) => {
    try {
      return await using(options, async ({ edge }) => {
        const request = { ...question, ...(await requestOf(options, edge)) }
        if (dryRun) {
          const most = await edge.dryRun(request, { signal })
          print(json ? [harmlessJson(most)] : dryRunLines(most, pageOn(process.stdout)))
          return EXIT.consensus
        }
        const { result, voices } = await showRun(edge.stream(request, { signal }), progress, (soFar) => {
          // Nothing was asked of a request that was refused.
          if (!json && (signal.aborted || soFar !== NOTHING_YET)) reportCost(soFar, signal.aborted)
        })
        if (json) print([harmlessJson(result)])
        else printAnswer(ofEdge(result, voices))
        return exitCodeOf(result)
      })
    } finally {
      progress.end()
    }
  })
}

/** What the options stand for in a request; the models of a panel are those of the service. */
async function requestOf(options: AskCommandOptions, edge: Pick<EdgeClient, 'models'>) {
  const { panel, models, kind, structure, criteria, effort, patience, search } = options
  const { maxAge, budget, maxCalls, fresh } = options
  return {
    ...(panel === undefined ? { models } : await panelOf(panel, edge)),
    ...{ kind, structure, criteria, effort, reasoning_effort: options.reasoningEffort, patience },
    ...{ search, max_age: maxAge },
    ...{ max_cost_usd: budget, max_calls: maxCalls, skip_cache: fresh },
  }
}

async function panelOf(name: string, edge: Pick<EdgeClient, 'models'>): Promise<Partial<EdgeRequest>> {
  // The default panel, which is asked where none is named.
  if (name === 'auto') return {}
  const { panels } = await edge.models()
  const panel = panels.find((one) => one.name === name)
  if (panel !== undefined) return { models: panel.models, first: panel.first }
  const known = panels.map((one) => one.name).join(', ')
  throw new UsageError(
    known === ''
      ? `There is no panel ${name}: the service has none. Name the models with --models, or panels in PANELS.`
      : `There is no panel ${name}. There are ${known}.`,
  )
}

/** Shows a run until its result; if there is none, says how far it came. */
async function showRun(
  events: AsyncIterable<EdgeEvent>,
  progress: ProgressView,
  onFailure: (soFar: RunProgress) => void,
): Promise<{ result: EdgeConsensusResponse; voices: SeatProgress[] }> {
  let soFar: RunProgress = NOTHING_YET
  try {
    for await (const event of events) {
      soFar = afterEvent(soFar, event, performance.now())
      progress.show(soFar)
      if (event.type === 'result') {
        progress.end()
        return { result: event.data, voices: soFar.seats }
      }
    }
    throw new Error('The stream ended without a result, and without an error.')
  } catch (error) {
    progress.show(soFar, { isOver: true })
    progress.end()
    onFailure(soFar)
    throw error
  }
}

/** Less is rounded up: it is a bound. */
const LEAST_SHOWN = 0.0001

function dryRunLines(most: DryRunResponse, { columns, style }: Page): string[] {
  const { calls, cost_usd: cost, models, structure, router, typical, warnings } = most
  const unknown = most.prices.filter((price) => price.prompt_usd_per_million === null)
  const priced = (amount: number | null) => {
    if (amount === null) return ''
    return amount === 0 ? ', free' : `, for at most ${dollars(Math.max(amount, LEAST_SHOWN))}`
  }
  const isOfPrice = (warning: string) =>
    unknown.some(({ model }) => warning === `The price of ${model} is not known here.`)
  const lines = [
    `${counted(models.length, 'model')}, ${structure}, through ${router}: ${models.map(oneLine).join(', ')}`,
    `${callsInWords(most)}${priced(cost.at_most)}.`,
    `First round: ${counted(calls.first_round, 'call')}${priced(cost.first_round_at_most)}.`,
    ...(typical
      ? [`If the first models agree: ${counted(typical.calls, 'call')}${priced(typical.cost_usd_at_most)}.`]
      : []),
    unknown.length === 0
      ? 'The most is if every round is needed and every reply is as long as it may be; most runs need far less.'
      : `The cost is unknown: no price is listed for ${unknown.map(({ model }) => oneLine(model)).join(', ')}. --max-calls limits the calls.`,
  ]
  return [
    ...lines.flatMap((line) => wrapAfter('', line, columns, 2)),
    ...warnings
      .filter((warning) => !isOfPrice(warning))
      .flatMap((warning) => wrapAfter('! ', oneLine(inOptions(warning)), columns, 2))
      .map((line) => style('yellow', line)),
  ]
}

function reportCost({ spending, seats }: RunProgress, isCancelled: boolean): void {
  const cost = spending.calls === 0 ? 'No call was completed' : `Cost so far: ${spentText(spending, seats)}`
  const more =
    seats.length === 0 ? 'Nobody was asked.' : `${cost}; calls that were under way may cost something too.`
  print(wrap(`${isCancelled ? 'Cancelled. ' : ''}${more}`, pageOn(process.stderr).columns), process.stderr)
}

const INPUT = 'standard input'
const WAITING_AFTER_MS = 2_000

/** The question and its documents: standard input is the question where none was typed, and a document otherwise. */
async function readQuestion(words: string[], files: string[] = []) {
  const typed = words.join(' ').trim()
  const input = isPiped() ? textIn(await readInput(), INPUT).trim() : ''
  const query = typed || input
  if (query === '')
    throw new UsageError(
      'There is no question. Type one, such as stretto ask "What is 17 + 25?", before --context, or pass it on standard input.',
    )
  const context = [
    ...files.map(readDocument),
    ...(typed !== '' && input !== '' ? [{ title: INPUT, text: input }] : []),
  ]
  return { query, ...(context.length > 0 && { context }) }
}

/** Whether something is passed on standard input: a file, a pipe or a connection. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isFile() || input.isSocket()
  } catch {
    return false
  }
}

async function readInput(): Promise<Buffer> {
  const hint = 'stretto: reading standard input; pass < /dev/null if there is nothing to read.\n'
  const waiting = setTimeout(() => process.stderr.write(hint), WAITING_AFTER_MS)
  try {
    return Buffer.concat(await process.stdin.toArray())
  } finally {
    clearTimeout(waiting)
  }
}

function readDocument(file: string) {
  const title = file.replace(/\s+/g, ' ').trim().slice(-LIMITS.documentTitleCharacters)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const text = textIn(bytes, file)
  if (text === '') throw new UsageError(`${file} is empty.`)
  return { title, text }
}

/** The text that bytes are; models see texts only. */
function textIn(bytes: Buffer, place: string): string {
  const text = utf8In(bytes)
  if (text === null) throw new UsageError(`${place} is not a text in UTF-8. Pass the text of it instead.`)
  return text
}
