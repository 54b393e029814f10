import { LIMITS } from '../../contract/limits.ts'
import { comparisonInMarkdown } from '../in-markdown.ts'
import { CompareAnswers } from '../schemas/inputs.ts'
import { Comparison } from '../schemas/outputs.ts'
import { askingTool, twoRoundsOf } from './asking-tool.ts'

/** Compares texts that the caller has. */
export const compareAnswers = askingTool({
  name: 'compare_answers',
  title: 'Compare answers',
  description:
    'Compares texts that you already have, such as the answers of several models or people: which give the same answer, which points each makes, and where they contradict each other. It does not answer the question itself.',
  input: CompareAnswers,
  result: Comparison,
  inMarkdown: comparisonInMarkdown,
  mostOf({ answers, models }, asking) {
    const read = answers.map(({ text }) => text).join('\n\n')
    return twoRoundsOf(asking, { query: read.slice(0, LIMITS.queryCharacters), models })
  },
  ask: (request, { edge, signal }) => edge.compare(request, { signal }),
})
