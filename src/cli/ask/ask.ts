import type { EdgeClient, EdgeRequest } from '../../client/edge-client.ts'
import { afterEvent, NOTHING_YET, type RunProgress, type SeatProgress } from '../../client/run-progress.ts'
import type { EdgeEvent } from '../../client/streams.ts'
import type { DryRunResponse } from '../../contract/dry-run.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { EXIT } from '../exit-codes.ts'
import { inOptions, UsageError } from '../failure.ts'
import { type ConnectionOptions, using } from '../open-client.ts'
import { counted, dollars } from '../terminal/figures.ts'
import { harmlessJson, oneLine } from '../terminal/harmless.ts'
import { type Page, pageOn } from '../terminal/page.ts'
import { wrap, wrapAfter } from '../terminal/wrap.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { openProgress, type ProgressView } from './progress.ts'
import { readQuestion } from './read-question.ts'
import { spentText } from './run-lines.ts'
import { exitCodeOf, ofEdge, printAnswer } from './summary.ts'

/** The options of `stretto ask`. */
export interface AskCommandOptions extends ConnectionOptions {
  models?: string[]
  panel?: string
  kind?: 'closed' | 'open' | 'draft'
  structure?: 'fugue' | 'sonata' | 'concert'
  criteria?: string
  budget?: number
  maxCalls?: number
  fresh?: boolean
  context?: string[]
  dryRun?: boolean
  json?: boolean
}

/** Asks a question and prints the answer; returns the exit code. */
export async function ask(words: string[], options: AskCommandOptions): Promise<number> {
  const asked = await readQuestion({ words, files: options.context ?? [] })
  // From the start: a service in this process takes a moment to open.
  const progress = openProgress(options.json === true || options.dryRun === true)
  progress.show(NOTHING_YET)
  return untilInterrupted(async (signal) => {
    try {
      return await using(options, async ({ edge }) => {
        const request = await requestFor(asked, options, edge)
        if (options.dryRun) return printDryRun(await edge.dryRun(request, { signal }), options)
        const { result, voices } = await run(edge.stream(request, { signal }), {
          progress,
          signal,
          isJson: options.json === true,
        })
        if (options.json) print(process.stdout, harmlessJson(result))
        else printAnswer(ofEdge(result, voices))
        return exitCodeOf(result)
      })
    } finally {
      progress.end()
    }
  })
}

/** The request that the options stand for; the models of a panel are those of the service. */
async function requestFor(
  { query, context }: Awaited<ReturnType<typeof readQuestion>>,
  options: AskCommandOptions,
  edge: Pick<EdgeClient, 'models'>,
): Promise<EdgeRequest> {
  const { kind, structure, criteria, budget, maxCalls } = options
  return {
    query,
    ...(options.panel === undefined
      ? options.models && { models: options.models }
      : await panelOf(options.panel, edge)),
    ...(context.length > 0 && { context }),
    ...(kind && { kind }),
    ...(structure && { structure }),
    ...(criteria !== undefined && { criteria }),
    ...(budget !== undefined && { max_cost_usd: budget }),
    ...(maxCalls !== undefined && { max_calls: maxCalls }),
    ...(options.fresh && { skip_cache: true }),
  }
}

async function panelOf(name: string, edge: Pick<EdgeClient, 'models'>): Promise<Partial<EdgeRequest>> {
  // The default panel, which is asked where none is named.
  if (name === 'auto') return {}
  const { panels } = await edge.models()
  const panel = panels.find((one) => one.name === name)
  if (panel !== undefined)
    return { models: panel.models, ...(panel.first === undefined ? {} : { first: panel.first }) }
  const known = panels.map((one) => one.name).join(', ')
  throw new UsageError(
    known === ''
      ? `There is no panel ${name}: the service has none. Name the models with --models, or panels in PANELS.`
      : `There is no panel ${name}. There are ${known}.`,
  )
}

interface Running {
  progress: ProgressView
  signal: AbortSignal
  isJson: boolean
}

/** Shows a run until its result; if there is none, what it has cost. */
async function run(
  events: AsyncIterable<EdgeEvent>,
  { progress, signal, isJson }: Running,
): Promise<{ result: EdgeConsensusResponse; voices: SeatProgress[] }> {
  let soFar: RunProgress = NOTHING_YET
  try {
    for await (const event of events) {
      soFar = afterEvent(soFar, event, performance.now())
      // The texts of models are not shown while they arrive.
      if (event.type !== 'answer-text') progress.show(soFar)
      if (event.type === 'result') {
        progress.end()
        return { result: event.data, voices: soFar.seats }
      }
    }
    throw new Error('The stream ended without a result, and without an error.')
  } catch (error) {
    progress.show(soFar, { isOver: true })
    progress.end()
    // Nothing was asked of a request that was refused.
    if (!isJson && (signal.aborted || soFar !== NOTHING_YET)) reportCost(soFar, signal.aborted)
    throw error
  }
}

function printDryRun(most: DryRunResponse, { json }: AskCommandOptions): number {
  print(process.stdout, json ? harmlessJson(most) : dryRunLines(most, pageOn(process.stdout)).join('\n'))
  return EXIT.consensus
}

/** Less is rounded up: it is a bound. */
const LEAST_SHOWN = 0.0001

/** What a question would cost at most, as lines. */
function dryRunLines(most: DryRunResponse, { columns, style }: Page): string[] {
  const { calls, cost_usd: cost, models, structure, router, typical, warnings } = most
  const unknown = most.prices.filter((price) => price.prompt_usd_per_million === null)
  const priced = (amount: number | null) => {
    if (amount === null) return ''
    return amount === 0 ? ', free' : `, at most ${dollars(Math.max(amount, LEAST_SHOWN))}`
  }
  const lines = [
    `${counted(models.length, 'model')}, ${structure}, through ${router}: ${models.map(oneLine).join(', ')}`,
    `First round: ${counted(calls.first_round, 'call')}${priced(cost.first_round_at_most)}.`,
    ...(typical
      ? [`If the first models agree: ${counted(typical.calls, 'call')}${priced(typical.cost_usd_at_most)}.`]
      : []),
    `Whole run: at most ${counted(calls.at_most, 'call')}${priced(cost.at_most)}.`,
    unknown.length === 0
      ? 'That is if every round is needed and every reply is as long as it may be; most runs need far less.'
      : `The cost is unknown: no price is listed for ${unknown.map(({ model }) => oneLine(model)).join(', ')}. --max-calls limits the calls.`,
  ]
  return [
    ...lines.flatMap((line) => wrapAfter('', line, columns, 2)),
    ...warnings
      .filter(
        (warning) => !unknown.some(({ model }) => warning === `The price of ${model} is not known here.`),
      )
      .flatMap((warning) =>
        wrapAfter('! ', oneLine(inOptions(warning)), columns, 2).map((line) => style('yellow', line)),
      ),
  ]
}

/** What a run that did not end has cost. */
function reportCost({ spending, seats }: RunProgress, isCancelled: boolean): void {
  const cost = spending.calls === 0 ? 'No call was completed' : `Cost so far: ${spentText(spending, seats)}`
  const more =
    seats.length === 0 ? 'Nobody was asked.' : `${cost}; calls that were under way may cost something too.`
  const said = `${isCancelled ? 'Cancelled. ' : ''}${more}`
  print(process.stderr, wrap(said, pageOn(process.stderr).columns).join('\n'))
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`)
}
