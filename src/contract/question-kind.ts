import { z } from 'zod'

/** The kinds of question: what is asked for decides what is compared and what comes back. */
const QUESTION_KINDS = ['closed', 'open', 'draft'] as const
export const QuestionKind = z
  .enum(QUESTION_KINDS, { error: `kind must be one of ${QUESTION_KINDS.join(', ')}` })
  .meta({
    description:
      'closed: one short right answer, such as an option, number, date, name, list, yes or no; open: an explanation, advice, analysis or comparison; draft: the text itself is the product, such as code, a translation, a rewrite, a poem or a plan',
  })
export type QuestionKind = z.infer<typeof QuestionKind>
