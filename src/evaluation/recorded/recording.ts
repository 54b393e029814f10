import { z } from 'zod'
import { standsIn } from '../../engine/index.ts'
import { fromDecimal } from '../../language/quantity/scan-number.ts'
import { type AnswerForm, extractAnswer } from '../judge/extract-answer.ts'
import { isRight, letterOf, sameNumber } from '../judge/is-right.ts'

/** What a recorded model replied. */
export interface RecordedReply {
  /** As it was recorded; null if the model gave none. */
  text: string | null
  /** Its short answer; null if it has none. */
  answer: string | null
  right: boolean
}

/** Models as a reader groups them by their answers. */
export interface Groups {
  groups: string[][]
  /** Pairs of groups, counted from 1, that can both be right. */
  compatible: number[][]
}

/** A question with the replies of several real models. */
export interface Recording {
  set: string
  /** The question as models are asked it, with its options. */
  query: string
  form: AnswerForm
  replies: Map<string, RecordedReply>
  /** The models whose replies state the answer that was recorded for them, and how our extractor reads them. */
  extracted: Array<'read' | 'misread' | 'unread'>
  /** Which models give the same answer, as a language model read them; absent where nobody did. */
  labels?: Groups
}

/** A row of a file of recorded panels. */
export const RecordedRow = z.object({
  question: z.string(),
  options: z.array(z.string()).min(2).max(16).optional(),
  gold: z.union([z.string(), z.number()]).optional(),
  answers: z
    .record(z.string(), z.string().nullable())
    .refine((answers) => Object.keys(answers).length >= 2, 'needs the answers of at least two models'),
  correct: z.record(z.string(), z.boolean()).optional(),
  reference_extraction: z.record(z.string(), z.string().nullable()).optional(),
})
export type RecordedRow = z.infer<typeof RecordedRow>

/** Which verdicts count instead of the right answer: all, or only those on free answers. */
type CountedVerdicts = 'all' | 'on-texts'

/** Reads the rows of a set; if every right answer is a number, so are all answers. */
export function recordingsOf(
  rows: RecordedRow[],
  set: string,
  verdicts: CountedVerdicts = 'all',
): Recording[] {
  const isNumeric = rows.every(({ gold }) => gold !== undefined && fromDecimal(String(gold)) !== null)
  return rows.map((row) => {
    const form = row.options ? 'option' : isNumeric ? 'number' : 'text'
    const isIgnored = verdicts === 'on-texts' && form !== 'text' && row.gold !== undefined
    return recordingOf(isIgnored ? { ...row, correct: undefined } : row, set, form)
  })
}

/** A question with its options, as models are asked it. */
export function queryOf({ question, options }: { question: string; options?: string[] | undefined }): string {
  if (options === undefined) return question
  return [question, ...options.map((option, place) => `${letterOf(place)}. ${option}`)].join('\n')
}

function recordingOf(row: RecordedRow, set: string, form: AnswerForm): Recording {
  const extracted: Recording['extracted'] = []
  const replies = Object.entries(row.answers).map(([model, text]): [string, RecordedReply] => {
    const reference = row.reference_extraction?.[model] ?? null
    const own = extractAnswer(text ?? '', form)
    const isStated = reference !== null && states(text ?? '', reference, form)
    // Without a reference, any reply that is not empty counts as readable.
    if (isStated || (row.reference_extraction === undefined && text?.trim()))
      extracted.push(own === null ? 'unread' : isStated && !isSame(own, reference, form) ? 'misread' : 'read')
    // Where free answers have references, a reply without one gives no answer.
    const isWithout = form === 'text' && row.reference_extraction !== undefined && reference === null
    const answer = isStated ? reference : isWithout ? null : own
    return [model, { text, answer, right: answer !== null && isJudgedRight(row, { model, answer, form }) }]
  })
  return { set, query: queryOf(row), form, replies: new Map(replies), extracted }
}

const ONLY_LETTER = /^\W*([A-P])\W*$/gi
const STATED_LETTER = /answer\W+(?:is\W+)?(?:option\W+)?([A-P])\b/gi

/** Whether a reply states the answer recorded for it: where it states no letter, a random one was recorded. */
function states(reply: string, reference: string, form: AnswerForm): boolean {
  if (form !== 'option') return standsIn(reference, reply)
  const letters = [...reply.matchAll(ONLY_LETTER), ...reply.matchAll(STATED_LETTER)].map(
    ([, letter]) => letter,
  )
  return letters.some((letter) => letter?.toUpperCase() === reference.toUpperCase())
}

function isSame(own: string, reference: string, form: AnswerForm): boolean {
  return form === 'number' ? sameNumber(own, reference) : own.trim() === reference.trim()
}

/** Whether an answer is right: by the verdict on it where there are verdicts, otherwise by the right answer. */
function isJudgedRight(
  { gold, correct, options }: RecordedRow,
  { model, answer, form }: { model: string; answer: string; form: AnswerForm },
): boolean {
  if (correct !== undefined) return correct[model] ?? false
  return gold !== undefined && isRight(answer, form, { gold: String(gold), options })
}
