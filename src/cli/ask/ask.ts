import type { EdgeEvent } from '../../client/streams.ts'
import type { DryRunResponse } from '../../contract/dry-run.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { EXIT } from '../exit-codes.ts'
import { type Connection, using } from '../open-client.ts'
import { harmlessJson } from '../terminal/harmless.ts'
import { pageOn } from '../terminal/page.ts'
import { wrap } from '../terminal/wrap.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { type AskOptions, requestFor } from './ask-request.ts'
import { dryRunLines } from './dry-run.ts'
import { openProgress, type Progress } from './progress.ts'
import { readQuestion } from './read-question.ts'
import { spentText } from './run-lines.ts'
import { afterEvent, NOTHING_YET, type RunView, type Voice } from './run-view.ts'
import { exitCodeOf, ofEdge, printAnswer } from './summary.ts'

/** The options of `stretto ask`. */
export interface AskCommandOptions extends AskOptions, Connection {
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

interface Running {
  progress: Progress
  signal: AbortSignal
  isJson: boolean
}

/** Shows a run until its result; if there is none, what it has cost. */
async function run(
  events: AsyncIterable<EdgeEvent>,
  { progress, signal, isJson }: Running,
): Promise<{ result: EdgeConsensusResponse; voices: Voice[] }> {
  let view: RunView = NOTHING_YET
  try {
    for await (const event of events) {
      const after = afterEvent(view, event, performance.now())
      if (after !== view) progress.show(after)
      view = after
      if (event.type === 'result') {
        progress.end()
        return { result: event.data, voices: view.voices }
      }
    }
    throw new Error('The stream ended without a result, and without an error.')
  } catch (error) {
    progress.show({ ...view, doing: '' })
    progress.end()
    // Nothing was asked of a request that was refused.
    if (!isJson && (signal.aborted || view !== NOTHING_YET)) reportCost(view, signal.aborted)
    throw error
  }
}

function printDryRun(most: DryRunResponse, { json }: AskCommandOptions): number {
  print(process.stdout, json ? harmlessJson(most) : dryRunLines(most, pageOn(process.stdout)).join('\n'))
  return EXIT.consensus
}

/** What a run that did not end has cost. */
function reportCost({ spent, voices }: RunView, isCancelled: boolean): void {
  const cost = spent.calls === 0 ? 'No call was completed' : `Cost so far: ${spentText(spent, voices)}`
  const more =
    voices.length === 0 ? 'Nobody was asked.' : `${cost}; calls that were under way may cost something too.`
  const said = `${isCancelled ? 'Cancelled. ' : ''}${more}`
  print(process.stderr, wrap(said, pageOn(process.stderr).columns).join('\n'))
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`)
}
