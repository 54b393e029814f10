import { basename } from 'node:path'
import { z } from 'zod'
import { canonicalAnswer } from '../../src/engine/reading/answer/canonical-answer.ts'
import { equals, findQuantities, fromDecimal } from '../../src/language/quantity/index.ts'
import { foldText, wordsOf } from '../../src/language/words.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'

/** A question with the replies of several real models. */
export interface Recording {
  set: string
  /** The question as models are asked it, with its options. */
  query: string
  /** The original replies by model; null if a model gave none. */
  replies: Map<string, string | null>
  /** Whether people judged each reply separately, so that two right ones are known to be equivalent. */
  isJudged: boolean
  /** Whether an answer is right, as it was read from a model's reply. */
  isRight(model: string, answer: string): boolean
  /** Whether a reply contains an answer, as far as the recording shows. */
  isReadable(model: string): boolean
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
  const isNumeric = rows.every(hasNumber)
  return rows.map((row) => {
    const query = row.options ? `${row.question}\n${row.options.map(optionLine).join('\n')}` : row.question
    const judge = row.options ? choice(row, row.options, query) : isNumeric ? number(row) : verdict(row)
    return {
      set,
      query,
      replies: new Map(Object.entries(row.answers)),
      isJudged: !row.options && !isNumeric,
      isRight: judge,
      isReadable: (model) => isReadable(row, model),
    }
  })
}

/** Whether a reply states the recorded letter; if a reply stated none, the recording has a random one. */
function isReadable({ answers, reference_extraction: found }: Row, model: string): boolean {
  const reply = answers[model] ?? ''
  if (found === undefined) return reply.trim() !== ''
  const letter = found[model] ?? null
  return letter !== null && new RegExp(`answer\\W+(?:is\\W+)?(?:option\\W+)?${letter}\\b`, 'i').test(reply)
}

type Judge = Recording['isRight']

function optionLine(option: string, index: number): string {
  return `${String.fromCharCode(65 + index)}. ${option}`
}

function choice({ gold, correct }: Row, options: string[], query: string): Judge {
  if (gold === undefined) return (model) => correct?.[model] ?? false
  const letter = String(gold).trim().toUpperCase()
  const worded = options.findIndex((option) => foldText(option) === foldText(String(gold)))
  const right = /^[A-P]$/.test(letter) ? letter : String.fromCharCode(65 + worded)
  return (_, answer) => {
    const read = canonicalAnswer(answer, query)
    return read.kind === 'option' && read.letter === right
  }
}

function number({ gold }: Row): Judge {
  const value = fromDecimal(String(gold))
  return (_, answer) => {
    const [first] = findQuantities(answer)
    return value !== null && first !== undefined && equals(first.value, value)
  }
}

function hasNumber({ gold }: Row): boolean {
  return gold !== undefined && fromDecimal(String(gold)) !== null
}

/** The human verdict on a model's reply; without one, whether the answer contains the words of a right one. */
function verdict(row: Row): Judge {
  const { gold, correct } = row
  if (correct) return (model) => correct[model] ?? false
  if (hasNumber(row)) return number(row)
  const right = String(gold)
    .split('/')
    .map((words) => wordsOf(words).join(' '))
  return (_, answer) => right.some((words) => ` ${wordsOf(answer).join(' ')} `.includes(` ${words} `))
}
