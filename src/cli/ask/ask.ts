import type { EdgeRequest } from '../../client/edge-client.ts'
import type { DryRunResponse } from '../../contract/dry-run.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { AskCommandOptions } from '../commands/ask.ts'
import { EXIT } from '../exit-codes.ts'
import { type OpenedClient, using } from '../open-client.ts'
import { harmlessJson } from '../terminal/harmless.ts'
import { pageOn } from '../terminal/page.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import { requestFor } from './ask-request.ts'
import { dryRunLines } from './dry-run.ts'
import { exitCodeOf, printAnswer } from './print-answer.ts'
import { openProgress } from './progress.ts'
import { readQuestion } from './read-question.ts'
import { spentText } from './run-lines.ts'
import { afterEvent, NOTHING_YET, type RunView } from './run-view.ts'
import { ofEdge } from './summary.ts'

/** Asks a question and prints the answer; returns the exit code. */
export async function ask(words: string[], options: AskCommandOptions): Promise<number> {
  const asked = await readQuestion({ words, files: options.context ?? [] })
  return untilInterrupted((signal) =>
    using(options, async (client) => {
      const request = await requestFor(asked, options, client.edge)
      if (options.dryRun) return printDryRun(await client.edge.dryRun(request, { signal }), options)
      return run(client, request, { signal, isJson: options.json === true })
    }),
  )
}

interface Running {
  signal: AbortSignal
  isJson: boolean
}

async function run(
  { edge }: OpenedClient,
  request: EdgeRequest,
  { signal, isJson }: Running,
): Promise<number> {
  const progress = openProgress(isJson)
  let view: RunView = NOTHING_YET
  let result: EdgeConsensusResponse | null = null
  try {
    progress.show(view)
    for await (const event of edge.stream(request, { signal })) {
      view = afterEvent(view, event, performance.now())
      progress.show(view)
      if (event.type === 'result') result = event.data
    }
  } catch (error) {
    progress.end()
    if (!isJson) reportCost(view, signal.aborted)
    throw error
  }
  progress.end()
  // A stream without a result has been thrown as an error.
  const answer = result!
  if (isJson) print(process.stdout, harmlessJson(answer))
  else printAnswer(ofEdge(answer))
  return exitCodeOf(answer)
}

function printDryRun(most: DryRunResponse, { json }: AskCommandOptions): number {
  print(process.stdout, json ? harmlessJson(most) : dryRunLines(most, pageOn(process.stdout)).join('\n'))
  return EXIT.consensus
}

/** What a run that did not end has cost. */
function reportCost({ spent }: RunView, isCancelled: boolean): void {
  const cost = spent.calls === 0 ? 'No call was completed' : `Cost so far: ${spentText(spent)}`
  print(
    process.stderr,
    `${isCancelled ? 'Cancelled. ' : ''}${cost}; calls that were under way may cost something too.`,
  )
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`)
}
