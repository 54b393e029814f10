import { z } from 'zod'
import { StrettoApiError } from '../../client/index.ts'
import { endsWithin, foundResult, resultOf } from '../follow-run.ts'
import { answerInMarkdown } from '../in-markdown.ts'
import { GetResult, LONGEST_WAIT_SECONDS } from '../schemas/inputs.ts'
import { envelopeOf, PanelAnswer } from '../schemas/outputs.ts'
import { defineTool } from '../tool.ts'
import { ToolFailure } from '../tool-failure.ts'
import { panelAnswer } from './ask-panel.ts'

/** Fetches the result of a run. */
export const getResult = defineTool({
  name: 'get_result',
  title: 'Get a result',
  description:
    'Fetches the result of a run by its task id, waiting up to 45 s for one that goes on, or a stored result by its result id. With cancel: true, a run that goes on is ended. Costs nothing.',
  input: GetResult,
  output: envelopeOf(z.looseObject({}).describe('As the tool returns it that began the run')),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async call({ id, cancel = false, wait_seconds: seconds = LONGEST_WAIT_SECONDS }, call) {
    const run = call.runs.find(id, call.owner)
    if (run === null) {
      const stored = await call.edge.result(id, { signal: call.signal }).catch(explain(id))
      const result = PanelAnswer.parse(panelAnswer(stored))
      return foundResult({ result, text: answerInMarkdown(result) })
    }
    if (cancel) run.cancel()
    if (cancel) await run.ended
    else await endsWithin(run, seconds * 1000, call)
    return resultOf(run, call.report)
  },
})

function explain(id: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StrettoApiError) || error.code !== 'not_found') throw error
    throw new ToolFailure(
      `There is no run and no stored result with the id ${id}. A task id is known for an hour, to the process that gave it and to the caller who got it; results are kept for 7 days.`,
    )
  }
}
