import { SearchAxioms } from '../schemas/inputs.ts'
import { FoundAxioms } from '../schemas/outputs.ts'
import { defineTool } from '../tool.ts'

/** Searches the axioms. */
export const searchAxioms = defineTool({
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
