import type { z } from 'zod'
import type { EdgeConsensusResponse, EdgeRequest } from '../../client/index.ts'
import { answerInMarkdown } from '../in-markdown.ts'
import { AskPanel } from '../schemas/inputs.ts'
import { PanelAnswer } from '../schemas/outputs.ts'
import { askingTool } from './asking-tool.ts'

/** Asks a panel of models. */
export const askPanel = askingTool({
  name: 'ask_panel',
  title: 'Ask a panel of models',
  description:
    'Asks several language models the same question, lets them judge and revise each other’s answers, and returns one answer with a calibrated confidence, who disagrees and why, and the cost. Use it where a mistake matters: facts, calculations, decisions, code. A run takes from seconds to minutes; after 45 s a task id is returned instead, for get_result. Every call costs money, unless the same question was answered before.',
  input: AskPanel,
  result: PanelAnswer,
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
export function panelAnswer(response: EdgeConsensusResponse): z.input<typeof PanelAnswer> {
  const disputed = (response.claims ?? []).filter(({ status }) => status === 'disputed')
  return {
    ...response,
    result_id: response.id,
    disputed: disputed.map((point) => ({ ...point, claim: point.text })),
    divergence: response.metrics,
  }
}
