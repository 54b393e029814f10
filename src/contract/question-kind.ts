import { z } from 'zod'
import { oneOf } from './described.ts'

const QUESTION_KINDS = ['closed', 'open', 'draft'] as const
export const QuestionKind = oneOf('kind', QUESTION_KINDS).meta({
  id: 'QuestionKind',
  description:
    'closed: one short right answer; open: an explanation, advice, analysis or comparison; draft: the text itself is the product, such as code, a translation or a poem',
})
export type QuestionKind = z.infer<typeof QuestionKind>

export const RunKind = z.enum([...QUESTION_KINDS, 'tools']).meta({
  id: 'RunKind',
  description: `${QuestionKind.description}; tools: the next step of a conversation in which tools can be called`,
})
export type RunKind = z.infer<typeof RunKind>
