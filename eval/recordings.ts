import { basename } from 'node:path'
import { canonicalAnswer } from '../src/engine/answer/canonical-answer.ts'
import { equals, findQuantities, fromDecimal } from '../src/engine/quantity/index.ts'
import { stableHash } from '../src/engine/stable-hash.ts'
import { readJsonLines } from './json-lines.ts'

/** A question with what several real models replied to it. */
export interface Recording {
  set: string
  /** The question as a model is asked it, with its options. */
  query: string
  /** Replies by model, as they came; null where a model gave none. */
  replies: Map<string, string | null>
  /** Whether people judged each reply by itself, so that two right ones are known to be equivalent. */
  isJudged: boolean
  /** Whether an answer is right, as it was read from a model's reply. */
  isRight(model: string, answer: string): boolean
  /** Whether a reply holds an answer, as far as the recording tells. */
  isReadable(model: string): boolean
}

interface Row {
  question: string
  options?: string[]
  gold: string | number
  answers: Record<string, string | null>
  correct?: Record<string, boolean>
  reference_extraction?: Record<string, string | null>
}

/** The parts into which questions fall; what is fitted on some parts is scored on another. */
export const FOLDS = 5

/** The part a question falls into, by its words: the same in every file that has it. */
export function foldOf({ query }: Recording): number {
  return stableHash(query.toLowerCase().trim()) % FOLDS
}

/** The recordings of a file of JSON lines, gzip'ed or not. */
export function readRecordings(file: string): Recording[] {
  const rows = readJsonLines<Row>(file)
  const set = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  const isNumeric = rows.every((row) => fromDecimal(String(row.gold)) !== null)
  return rows.map((row) => {
    const query = row.options ? `${row.question}\n${row.options.map(optionLine).join('\n')}` : row.question
    const judge = row.options ? choice(row, query) : isNumeric ? number(row) : verdict(row)
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

/** Whether a reply says the letter that was found in it; where none was said, one was drawn at random. */
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

function choice({ gold }: Row, query: string): Judge {
  return (_, answer) => {
    const read = canonicalAnswer(answer, query)
    return read.kind === 'option' && read.letter === gold
  }
}

function number({ gold }: Row): Judge {
  const value = fromDecimal(String(gold))
  return (_, answer) => {
    const [first] = findQuantities(answer)
    return value !== null && first !== undefined && equals(first.value, value)
  }
}

/** The verdict people gave on a model's reply; without one, whether the answer holds the words of a right one. */
function verdict({ gold, correct }: Row): Judge {
  if (correct) return (model) => correct[model] ?? false
  const right = String(gold).toLowerCase().split('/')
  return (_, answer) => right.some((words) => answer.toLowerCase().includes(words.trim()))
}
