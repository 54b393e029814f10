import { confirmCost } from '../confirm-cost.ts'
import { runTool } from '../follow-run.ts'
import { checkInMarkdown } from '../in-markdown.ts'
import { CheckClaim } from '../schemas/inputs.ts'
import { CheckedClaim, envelopeOf } from '../schemas/outputs.ts'
import { defineTool } from '../tool.ts'
import { twoRoundsOf } from './two-rounds.ts'

/** Asks a panel whether a statement is true. */
export const checkClaim = defineTool({
  name: 'check_claim',
  title: 'Check a claim',
  description:
    'Asks several language models whether one statement is true. Returns a verdict (true, false, depends, disputed or unsure), the support for it, and what each model says and why. Cheaper than ask_panel: one call of each model, and one more where they disagree.',
  input: CheckClaim,
  output: envelopeOf(CheckedClaim),
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  async call({ confirm_cost_usd: confirmed, ...request }, call) {
    const { claim, ...rest } = request
    const { context, models } = rest
    const refusal = await confirmCost(
      call,
      () => twoRoundsOf(call, { query: claim, context, models }),
      confirmed,
    )
    if (refusal !== null) return refusal
    return runTool(call, async ({ signal }) => {
      const { claims, usage, warnings } = await call.edge.check({ claims: [claim], ...rest }, { signal })
      const result = CheckedClaim.parse({ ...claims[0]!, usage, warnings })
      return { result, text: checkInMarkdown(result) }
    })
  },
})
