import { type CallToolResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { EdgeConsensusResponse, EdgeRequest } from '../client/index.ts'
import { trustInWords } from '../contract/trust-in-words.ts'
import { answerInMarkdown, checkInMarkdown, dollars, inWords } from './in-markdown.ts'
import { completed, endsWithin, resultOf, type Work } from './runs.ts'
import {
  AskPanel,
  AskPanelResult,
  CheckClaim,
  CheckClaimResult,
  envelopeOf,
  FoundAxioms,
  GetResult,
  LONGEST_WAIT_SECONDS,
  SearchAxioms,
} from './schemas.ts'
import { type CallContext, defineTool, type PanelEdge, type Tool, type ToolResult } from './tool.ts'
import { isRefusal, ToolFailure } from './tool-failure.ts'

const askPanel = askingTool({
  name: 'ask_panel',
  title: 'Ask a panel of models',
  description:
    'Asks several language models the same question, lets them judge and revise each other’s answers, and returns one answer with a calibrated confidence, who disagrees and why, and the cost. Use it where a mistake matters: facts, calculations, decisions, code. A run takes from seconds to minutes; after 45 s a task id is returned instead, for get_result. Every call costs money, unless the same question was answered before.',
  input: AskPanel,
  result: AskPanelResult,
  inMarkdown: answerInMarkdown,
  /** A budget holds back later rounds, but not the first. */
  async mostOf(request, { edge, signal }) {
    const { cost_usd: cost } = await edge.dryRun(request as EdgeRequest, { signal })
    const { at_most: most, first_round_at_most: first } = cost
    const budget = request.max_cost_usd
    if (budget === undefined || first === null) return most
    return Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(budget, first))
  },
  async ask(request, { edge, signal, tell }) {
    for await (const event of edge.stream(request, { signal })) {
      if (event.type === 'result') return panelAnswer(event.data)
      if (event.type !== 'run-start') tell(event)
    }
    throw new Error('A stream ended without a result.')
  },
})

/** A result of the edge API with what a tool returns of it. */
function panelAnswer(response: EdgeConsensusResponse): z.input<typeof AskPanelResult> {
  const { sure, agreement, differences } = trustInWords(response)
  const trust = [agreement, ...differences.map(({ words, why }) => `${words} ${why}`.trim()), sure]
  return {
    ...response,
    result_id: response.id,
    trust: trust.filter((words) => words !== ''),
    divergence: response.metrics,
  }
}

const checkClaim = askingTool({
  name: 'check_claim',
  title: 'Check a claim',
  description:
    'Asks several language models whether one statement is true. Returns a verdict (true, false, depends, disputed or unsure), the support for it, and what each model says and why. Cheaper than ask_panel: one call of each model, and one more where they disagree.',
  input: CheckClaim,
  result: CheckClaimResult,
  inMarkdown: checkInMarkdown,
  /** Every model is asked once, and where they disagree once more. */
  async mostOf({ claim, context, models }, { edge, signal }) {
    const asked = { query: claim, context, models, kind: 'closed' } as const
    const { cost_usd: cost } = await edge.dryRun(asked, { signal })
    return cost.first_round_at_most && 2 * cost.first_round_at_most
  },
  async ask({ claim, ...rest }, { edge, signal }) {
    const { claims, usage, warnings } = await edge.check({ claims: [claim], ...rest }, { signal })
    return { ...claims[0]!, usage, warnings }
  },
})

const searchAxioms = defineTool({
  name: 'search_axioms',
  title: 'Search axioms',
  description:
    'Searches a library of short, checked statements (mathematics, physics, chemistry and more) by meaning. No model is asked, and it costs nothing.',
  input: SearchAxioms,
  output: FoundAxioms,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async call({ query, limit, min_score: minScore, levels }, { edge, signal }) {
    const { axioms } = await edge.searchAxioms({ q: query, topK: limit, minScore, levels }, { signal })
    const lines = axioms.map(({ id, axiom, levelName }) => `- ${id} (${levelName}): ${axiom}`)
    const text =
      lines.length === 0
        ? 'No axiom is close enough. Try other words or a lower min_score.'
        : lines.join('\n')
    return { content: [{ type: 'text', text }], structuredContent: { axioms } }
  },
})

const getResult = defineTool({
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
      const result = AskPanelResult.parse(panelAnswer(stored))
      return completed(result, answerInMarkdown(result))
    }
    if (cancel) run.cancel()
    if (cancel) await run.ended
    else await endsWithin(run, seconds * 1000, call)
    return resultOf(run)
  },
})

function explain(id: string): (error: unknown) => never {
  return (error) => {
    if (!isRefusal(error) || error.code !== 'not_found') throw error
    throw new ToolFailure(
      `There is no run and no stored result with the id ${id}. A task id is known for an hour, to the process that gave it and to the caller who got it; results are kept for 7 days.`,
    )
  }
}

type ToolRequest<Input extends z.ZodType> = Omit<z.output<Input>, 'confirm_cost_usd'>

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
function askingTool<
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

/** Asks the user before a call that may cost more than the operator set, or an unknown sum; null when it may be made. */
async function confirmCost(
  { confirmAbove, canAsk, answers }: CallContext,
  findMost: () => Promise<number | null>,
  confirmed: number | undefined,
): Promise<ToolResult | null> {
  if (confirmAbove === undefined) return null
  const answer = inputResponse(answers, KEY)
  if (answer.kind === 'elicit') return answer.action === 'accept' ? null : DECLINED
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

const DECLINED: CallToolResult = {
  content: [{ type: 'text', text: 'The user did not agree to the cost. No model was asked.' }],
  structuredContent: { status: 'declined' },
}

export const TOOLS: Tool[] = [askPanel, checkClaim, searchAxioms, getResult]
