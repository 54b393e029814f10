import { z } from 'zod'
import { fromDecimal } from '../../language/quantity/scan-number.ts'
import { type AnswerForm, extractAnswer } from '../judge/extract-answer.ts'
import { isRight, letterOf } from '../judge/is-right.ts'

export interface RecordedReply {
  /** As it was recorded; null if the model gave none. */
  text: string | null
  answer: string | null
  right: boolean
}

export type Recording = ReturnType<typeof recordingsOf>[number]

/** A row of a file of recorded panels. */
export const RecordedRow = z.object({
  question: z.string(),
  options: z.array(z.string()).min(2).max(16).optional(),
  gold: z.union([z.string(), z.number()]).optional(),
  answers: z
    .record(z.string(), z.string().nullable())
    .refine((answers) => Object.keys(answers).length >= 2, 'needs the answers of at least two models'),
  correct: z.record(z.string(), z.boolean()).optional(),
})
export type RecordedRow = z.infer<typeof RecordedRow>

/** Reads the rows of a set. */
export function recordingsOf(rows: RecordedRow[]) {
  const formOf = formsIn(rows)
  return rows.map((row) => {
    const form = formOf(row)
    const replies = Object.entries(row.answers).map(([model, text]): [string, RecordedReply] => {
      const answer = extractAnswer(text ?? '', form)
      return [model, { text, answer, right: isJudgedRight(row, { model, answer, form }) }]
    })
    return { query: queryOf(row), replies: new Map(replies) }
  })
}

/** What the answers of a set are: if every right answer is a number, so are all answers. */
export function formsIn(rows: RecordedRow[]): (row: RecordedRow) => AnswerForm {
  const isNumeric = rows.every(({ gold }) => gold !== undefined && fromDecimal(String(gold)) !== null)
  return ({ options }) => (options ? 'option' : isNumeric ? 'number' : 'text')
}

/** A question with its options, as models are asked it. */
export function queryOf({ question, options }: { question: string; options?: string[] | undefined }): string {
  if (options === undefined) return question
  return [question, ...options.map((option, place) => `${letterOf(place)}. ${option}`)].join('\n')
}

/** Whether an answer is right: by the verdict on it where there are verdicts, otherwise by the right answer. */
export function isJudgedRight(
  { gold, correct, options }: RecordedRow,
  { model, answer, form }: { model: string; answer: string | null; form: AnswerForm },
): boolean {
  if (answer === null) return false
  if (correct !== undefined) return correct[model] ?? false
  return gold !== undefined && isRight(answer, form, { gold: String(gold), options })
}
