import { checkInMarkdown } from '../in-markdown.ts'
import { CheckClaim } from '../schemas/inputs.ts'
import { CheckedClaim } from '../schemas/outputs.ts'
import { askingTool, twoRoundsOf } from './asking-tool.ts'

/** Asks a panel whether a statement is true. */
export const checkClaim = askingTool({
  name: 'check_claim',
  title: 'Check a claim',
  description:
    'Asks several language models whether one statement is true. Returns a verdict (true, false, depends, disputed or unsure), the support for it, and what each model says and why. Cheaper than ask_panel: one call of each model, and one more where they disagree.',
  input: CheckClaim,
  result: CheckedClaim,
  inMarkdown: checkInMarkdown,
  mostOf: ({ claim, context, models }, asking) => twoRoundsOf(asking, { query: claim, context, models }),
  async ask({ claim, ...rest }, { edge, signal }) {
    const { claims, usage, warnings } = await edge.check({ claims: [claim], ...rest }, { signal })
    return { ...claims[0]!, usage, warnings }
  },
})
