import { z } from 'zod'
import type { EdgeConsensusResponse, EdgeRequest } from '../client/index.ts'
import { askingTool } from './asking-tool.ts'
import { answerInMarkdown, checkInMarkdown } from './in-markdown.ts'
import { completed, endsWithin, resultOf } from './runs.ts'
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
import { defineTool, type Tool } from './tool.ts'
import { isRefusal, ToolFailure } from './tool-failure.ts'

/** Asks a panel of models. */
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
      tell(event)
    }
    throw new Error('A stream ended without a result.')
  },
})

/** A result of the edge API with what a tool returns of it. */
function panelAnswer(response: EdgeConsensusResponse): z.input<typeof AskPanelResult> {
  const disputed = (response.claims ?? []).filter(({ status }) => status === 'disputed')
  return {
    ...response,
    result_id: response.id,
    disputed: disputed.map((point) => ({ ...point, claim: point.text })),
    divergence: response.metrics,
  }
}

/** Asks a panel whether a statement is true. */
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

/** Searches the axioms. */
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

/** Fetches the result of a run. */
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

/** All tools, in the order in which they are listed. */
export const TOOLS: Tool[] = [askPanel, checkClaim, searchAxioms, getResult]
