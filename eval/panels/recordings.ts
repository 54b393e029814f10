import { basename } from 'node:path'
import { z } from 'zod'
import { standsIn } from '../../src/engine/reader/quotation.ts'
import { fromDecimal } from '../../src/language/quantity/index.ts'
import { foldText, wordsOf } from '../../src/language/words.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'
import { type AnswerForm, extractAnswer } from './extract-answer.ts'
import { firstNumberIn } from './first-number.ts'

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

const Row = z
  .object({
    question: z.string(),
    options: z.array(z.string()).min(2).max(16).optional(),
    gold: z.union([z.string(), z.number()]).optional(),
    answers: z
      .record(z.string(), z.string().nullable())
      .refine((answers) => Object.keys(answers).length >= 2, 'needs the answers of at least two models'),
    correct: z.record(z.string(), z.boolean()).optional(),
    reference_extraction: z.record(z.string(), z.string().nullable()).optional(),
  })
  .refine(({ gold, correct }) => gold !== undefined || correct !== undefined, 'needs gold or correct')
type Row = z.infer<typeof Row>

/** The folds for cross-validation: what is fitted on some folds is scored on another. */
export const FOLDS = 5

/** The fold of a question, by its words: the same in every file. */
export function foldOf({ query }: Pick<Recording, 'query'>): number {
  return stableHash(query.toLowerCase().trim()) % FOLDS
}

/** Reads the recordings of a JSON lines file, gzipped or not; an error names the invalid row. */
export function readRecordings(file: string): Recording[] {
  const rows = readJsonLines(file).map((row, index) => {
    const parsed = Row.safeParse(row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`${file}, row ${index + 1}: ${[...(issue?.path ?? []), issue?.message].join(' ')}`)
  })
  if (rows.length === 0) throw new Error(`${file} has no rows.`)
  const set = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  const isNumeric = rows.every(({ gold }) => gold !== undefined && fromDecimal(String(gold)) !== null)
  return rows.map((row) => recordingOf(row, set, row.options ? 'option' : isNumeric ? 'number' : 'text'))
}

/** The recordings that are labelled, with their labels. */
export function readLabelled(file: string, labels: string): Recording[] {
  const recordings = readRecordings(file)
  return readJsonLines<Groups & { row: number; abstain: string[] }>(labels).map(
    ({ row, abstain, ...groups }) => {
      const recording = recordings[row]!
      const replies = [...recording.replies].map(([model, reply]): [string, RecordedReply] => [
        model,
        abstain.includes(model) ? { ...reply, answer: null } : reply,
      ])
      return { ...recording, replies: new Map(replies), labels: groups }
    },
  )
}

function recordingOf(row: Row, set: string, form: AnswerForm): Recording {
  const optionLine = (option: string, index: number) => `${String.fromCharCode(65 + index)}. ${option}`
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
    return [model, { text, answer, right: answer !== null && isRight(row, { model, answer, form }) }]
  })
  const query = row.options ? `${row.question}\n${row.options.map(optionLine).join('\n')}` : row.question
  return { set, query, form, replies: new Map(replies), extracted }
}

/** Whether a reply states the answer recorded for it: where it states no letter, a random one was recorded. */
function states(reply: string, reference: string, form: AnswerForm): boolean {
  if (form !== 'option') return standsIn(reference, reply)
  return new RegExp(`^\\W*${reference}\\W*$|answer\\W+(?:is\\W+)?(?:option\\W+)?${reference}\\b`, 'i').test(
    reply,
  )
}

function isSame(own: string, reference: string, form: AnswerForm): boolean {
  return form === 'number' ? sameNumber(own, reference) : own.trim() === reference.trim()
}

function sameNumber(answer: string, gold: string): boolean {
  const value = fromDecimal(gold)
  return value !== null && firstNumberIn(answer)?.equals(value) === true
}

/** Options are judged by letter and numbers by value; other answers by the verdict on the reply, else by the words of a right one. */
function isRight(
  { gold, correct, options }: Row,
  { model, answer, form }: { model: string; answer: string; form: AnswerForm },
): boolean {
  if (gold === undefined || (form === 'text' && correct)) return correct?.[model] ?? false
  const right = String(gold).trim()
  if (form === 'number' || (form === 'text' && fromDecimal(right) !== null)) return sameNumber(answer, right)
  if (form === 'text') {
    const said = ` ${wordsOf(answer).join(' ')} `
    return right.split('/').some((words) => said.includes(` ${wordsOf(words).join(' ')} `))
  }
  if (/^[A-P]$/i.test(right)) return answer === right.toUpperCase()
  return answer.charCodeAt(0) - 65 === options!.findIndex((option) => foldText(option) === foldText(right))
}
