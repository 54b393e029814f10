import { LIMITS } from '../../contract/limits.ts'
import { confirmCost } from '../confirm-cost.ts'
import { runTool } from '../follow-run.ts'
import { comparisonInMarkdown } from '../in-markdown.ts'
import { CompareAnswers } from '../schemas/inputs.ts'
import { Comparison, envelopeOf } from '../schemas/outputs.ts'
import { defineTool } from '../tool.ts'
import { twoRoundsOf } from './two-rounds.ts'

/** Compares texts that the caller has. */
export const compareAnswers = defineTool({
  name: 'compare_answers',
  title: 'Compare answers',
  description:
    'Compares texts that you already have, such as the answers of several models or people: which give the same answer, which points each makes, and where they contradict each other. It does not answer the question itself.',
  input: CompareAnswers,
  output: envelopeOf(Comparison),
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  async call({ confirm_cost_usd: confirmed, ...request }, call) {
    const read = request.answers.map(({ text }) => text).join('\n\n')
    const query = read.slice(0, LIMITS.queryCharacters)
    const refusal = await confirmCost(
      call,
      () => twoRoundsOf(call, { query, models: request.models }),
      confirmed,
    )
    if (refusal !== null) return refusal
    return runTool(call, async ({ signal }) => {
      const result = Comparison.parse(await call.edge.compare(request, { signal }))
      return { result, text: comparisonInMarkdown(result) }
    })
  },
})
