import type { z } from 'zod'
import type { EdgeRequest } from '../../client/index.ts'
import { confirmCost } from '../confirm-cost.ts'
import { runTool } from '../follow-run.ts'
import type { Work } from '../runs.ts'
import { envelopeOf } from '../schemas/outputs.ts'
import { defineTool, type PanelEdge, type Tool } from '../tool.ts'

type Request<Input extends z.ZodType> = Omit<z.output<Input>, 'confirm_cost_usd'>

/** What a tool that asks models has of its own. */
interface AskingTool<Input extends z.ZodType, Result extends z.ZodType>
  extends Pick<Tool, 'name' | 'title' | 'description'> {
  input: Input
  result: Result
  inMarkdown: (result: z.output<Result>) => string
  /** What a request can cost at most; null when that is not known. */
  mostOf(request: Request<Input>, asking: { edge: PanelEdge; signal: AbortSignal }): Promise<number | null>
  /** Asks; what is returned beside the fields of the result is left out. */
  ask(request: Request<Input>, asking: { edge: PanelEdge } & Parameters<Work>[0]): Promise<object>
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
        return { result: found, text: inMarkdown(found) }
      })
    },
  })
}

/** What two calls of every model with this text can cost at most: a second reading, or another round where they disagree. */
export async function twoRoundsOf(
  { edge, signal }: { edge: PanelEdge; signal: AbortSignal },
  request: EdgeRequest,
): Promise<number | null> {
  const { cost_usd: cost } = await edge.dryRun({ ...request, kind: 'closed' }, { signal })
  return cost.first_round_at_most && 2 * cost.first_round_at_most
}
