import type { z } from 'zod'
import type { EdgeConsensusResponse, EdgeRequest } from '../../client/index.ts'
import { confirmCost } from '../confirm-cost.ts'
import { runTool } from '../follow-run.ts'
import { answerInMarkdown } from '../in-markdown.ts'
import type { PanelEdge } from '../panel-edge.ts'
import type { Found } from '../runs.ts'
import { AskPanel } from '../schemas/inputs.ts'
import { envelopeOf, PanelAnswer } from '../schemas/outputs.ts'
import { defineTool } from '../tool.ts'

/** Asks a panel of models. */
export const askPanel = defineTool({
  name: 'ask_panel',
  title: 'Ask a panel of models',
  description:
    'Asks several language models the same question, lets them judge and revise each other’s answers, and returns one answer with a calibrated confidence, who disagrees and why, and the cost. Use it where a mistake matters: facts, calculations, decisions, code. A run takes from seconds to minutes; after 45 s a task id is returned instead, for get_result. Every call costs money, unless the same question was answered before.',
  input: AskPanel,
  output: envelopeOf(PanelAnswer),
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  async call({ confirm_cost_usd: confirmed, ...request }, call) {
    const refusal = await confirmCost(call, () => mostOf(call.edge, request, call.signal), confirmed)
    if (refusal !== null) return refusal
    return runTool(call, async ({ signal, tell }) => {
      for await (const event of call.edge.stream(request, { signal })) {
        if (event.type === 'result') return panelAnswer(event.data)
        tell(event)
      }
      throw new Error('A stream ended without a result.')
    })
  },
})

/** What a request can cost at most; null when that is not known. A budget holds back later rounds, but not the first. */
async function mostOf(
  edge: PanelEdge,
  request: Omit<z.output<typeof AskPanel>, 'confirm_cost_usd'>,
  signal: AbortSignal,
): Promise<number | null> {
  const { cost_usd: cost } = await edge.dryRun(request as EdgeRequest, { signal })
  const { at_most: most, first_round_at_most: first } = cost
  const budget = request.max_cost_usd
  if (budget === undefined || first === null) return most
  return Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(budget, first))
}

/** A result of the edge API, for those who called a tool. */
export function panelAnswer(response: EdgeConsensusResponse): Found {
  const { calls, cost_usd, duration_ms } = response.usage
  const { initial_D, final_D } = response.metrics
  const disputed = (response.claims ?? []).filter(({ status }) => status === 'disputed')
  const result: PanelAnswer = {
    result_id: response.id,
    final_answer: response.final_answer,
    answer: response.answer,
    alternatives: response.alternatives,
    kind: response.kind,
    outcome: response.outcome,
    confidence: response.confidence,
    confidence_kind: response.confidence_kind,
    confidence_basis: response.confidence_basis,
    dissent: response.dissent,
    disputed: disputed.map((claim) => ({
      claim: claim.text,
      for: claim.for,
      against: claim.against,
      reason: claim.reason,
    })),
    divergence: { initial_D, final_D },
    models: response.models,
    cache_hit: response.cache_hit,
    usage: { calls, cost_usd, duration_ms },
    warnings: response.warnings,
  }
  return { result, text: answerInMarkdown(result) }
}
