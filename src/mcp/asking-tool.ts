import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { dollars, inWords } from './in-markdown.ts'
import { completed, endsWithin, resultOf, type Work } from './runs.ts'
import { envelopeOf, LONGEST_WAIT_SECONDS } from './schemas.ts'
import { type CallContext, defineTool, type PanelEdge, type Tool } from './tool.ts'
import { ToolFailure } from './tool-failure.ts'

type ToolRequest<Input extends z.ZodType> = Omit<z.output<Input>, 'confirm_cost_usd'>

/** What a tool that asks models has of its own. */
interface AskingTool<Input extends z.ZodType, Result extends z.ZodType>
  extends Pick<Tool, 'name' | 'title' | 'description'> {
  input: Input
  result: Result
  inMarkdown: (result: z.output<Result>) => string
  /** What a request can cost at most; null when that is not known. */
  mostOf(
    request: ToolRequest<Input>,
    asking: { edge: PanelEdge; signal: AbortSignal },
  ): Promise<number | null>
  /** Asks; what is returned beside the fields of the result is left out. */
  ask(request: ToolRequest<Input>, asking: { edge: PanelEdge } & Parameters<Work>[0]): Promise<object>
}

/** A tool that asks models: its user may have to agree to the cost, and its run may outlast the call. */
export function askingTool<
  Input extends z.ZodType<{ confirm_cost_usd?: number | undefined }>,
  Result extends z.ZodType<object>,
>({ result, inMarkdown, mostOf, ask, ...about }: AskingTool<Input, Result>): Tool {
  return defineTool({
    ...about,
    output: envelopeOf(result),
    annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
    async call({ confirm_cost_usd: confirmed, ...request }, call) {
      const refusal = await confirmCost(call, () => mostOf(request, call), confirmed)
      if (refusal !== null) return refusal
      return runTool(call, async (run) => {
        const found = result.parse(await ask(request, { edge: call.edge, ...run }))
        return completed(found, inMarkdown(found))
      })
    },
  })
}

/** Clients drop calls after 60 to 120 seconds, whatever they are told meanwhile. */
const HANDOVER_MS = LONGEST_WAIT_SECONDS * 1000

/** Does the work of a tool: the result if it is there in time, otherwise a run that goes on. A call that is given up ends it. */
async function runTool(call: CallContext, work: Work): Promise<CallToolResult> {
  let isAwaited = true
  const run = call.runs.start(call, ({ signal, tell }) =>
    work({
      signal,
      tell(event) {
        tell(event)
        const line = inWords(event)
        if (line !== null && isAwaited) call.tell(line)
      },
    }),
  )
  const hasEnded = await endsWithin(run, HANDOVER_MS, call)
  isAwaited = false
  if (!hasEnded && call.signal.aborted) run.cancel()
  else if (!hasEnded) call.runs.keep(run)
  return resultOf(run)
}

/** Under which the consent of the user is asked for. */
const KEY = 'cost'

/**
 * Asks the user before a call that may cost more than the operator set: null when it may be made. The most it can cost is
 * found out only if that matters; null for what is not known, which counts as too much.
 */
async function confirmCost(
  { confirmAbove, canAsk, answers }: CallContext,
  findMost: () => Promise<number | null>,
  confirmed: number | undefined,
): Promise<CallToolResult | InputRequiredResult | null> {
  if (confirmAbove === undefined) return null
  const answer = inputResponse(answers, KEY)
  if (answer.kind === 'elicit') return answer.action === 'accept' ? null : declined()
  const most = await findMost()
  if (most !== null && most <= confirmAbove) return null
  const what = most === null ? 'What this costs is not known' : `This may cost up to ${dollars(most)}`
  if (canAsk) {
    const message = `${what}, and calls above ${dollars(confirmAbove)} need your consent. Ask the models?`
    const question = inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
    return inputRequired({ inputRequests: { [KEY]: question } })
  }
  if (confirmed !== undefined && (most === null || most <= confirmed)) return null
  throw new ToolFailure(
    `${what}, and calls above ${dollars(confirmAbove)} need the consent of the user, whom this client cannot ask. Ask the user; then call again with confirm_cost_usd: ${most ?? 'the most it may cost'}, or with a lower max_cost_usd or fewer models. The operator can raise MCP_CONFIRM_USD.`,
  )
}

function declined(): CallToolResult {
  return {
    content: [{ type: 'text', text: 'The user did not agree to the cost. No model was asked.' }],
    structuredContent: { status: 'declined' },
  }
}
