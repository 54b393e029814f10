import { basename } from 'node:path'
import { z } from 'zod'
import { standsIn } from '../../src/engine/reader/stands-in.ts'
import { type AnswerForm, extractAnswer } from '../../src/evaluation/judge/extract-answer.ts'
import { sameNumber } from '../../src/evaluation/judge/is-right.ts'
import {
  formsIn,
  isJudgedRight,
  type Recording as Recorded,
  type RecordedReply,
  RecordedRow,
  recordingsOf,
} from '../../src/evaluation/recorded/recording.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'

/** Models as a reader groups them by their answers. */
export interface Groups {
  groups: string[][]
  /** Pairs of groups, counted from 1, that can both be right. */
  compatible: number[][]
}

/** A recorded question of one of our sets. */
export interface Recording extends Recorded {
  set: string
  form: AnswerForm
  /** The models whose replies state the answer that was recorded for them, and how our extractor reads them. */
  extracted: Array<'read' | 'misread' | 'unread'>
  /** Which models give the same answer, as a language model read them; absent where nobody did. */
  labels?: Groups
}

/** A row of our sets, some of which say what each reply answers. */
const SetRow = RecordedRow.extend({
  reference_extraction: z.record(z.string(), z.string().nullable()).optional(),
})
type SetRow = z.infer<typeof SetRow>

/** The folds for cross-validation: what is fitted on some folds is scored on another. */
export const FOLDS = 5

/** The fold of a question, by its words: the same in every file. */
export function foldOf({ query }: Pick<Recording, 'query'>): number {
  return stableHash(query.toLowerCase().trim()) % FOLDS
}

/** Reads the recordings of a JSON lines file, gzipped or not, after a change of its rows; an error names the invalid row. */
export function readRecordings<Row>(
  file: string,
  changed: (row: Row) => unknown = (row) => row,
): Recording[] {
  const read = readJsonLines<Row>(file).map((raw, index) => {
    const row = changed(raw)
    const parsed = SetRow.safeParse(row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`${file}, row ${index + 1}: ${[...(issue?.path ?? []), issue?.message].join(' ')}`)
  })
  if (read.length === 0) throw new Error(`${file} has no rows.`)
  const formOf = formsIn(read)
  // A few of the verdicts on numbers and options contradict the right answers that are stated.
  const rows = read.map((row) =>
    formOf(row) !== 'text' && row.gold !== undefined ? { ...row, correct: undefined } : row,
  )
  const set = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  return recordingsOf(rows).map((recording, place) => {
    const row = rows[place]!
    const form = formOf(row)
    return { set, form, query: recording.query, ...referredTo(row, form, recording) }
  })
}

/** The replies with the answers that were recorded for them, as far as they state these, and how our extractor does. */
function referredTo(row: SetRow, form: AnswerForm, { replies }: Recorded) {
  const extracted: Recording['extracted'] = []
  const referred = [...replies].map(([model, reply]): [string, RecordedReply] => {
    const { text } = reply
    const reference = row.reference_extraction?.[model] ?? null
    const own = extractAnswer(text ?? '', form)
    const isStated = reference !== null && states(text ?? '', reference, form)
    // Without a reference, any reply that is not empty counts as readable.
    if (isStated || (row.reference_extraction === undefined && text?.trim()))
      extracted.push(own === null ? 'unread' : isStated && !isSame(own, reference, form) ? 'misread' : 'read')
    // Where free answers have references, a reply without one gives no answer.
    const isWithout = form === 'text' && row.reference_extraction !== undefined && reference === null
    const answer = isStated ? reference : isWithout ? null : own
    return [model, { text, answer, right: isJudgedRight(row, { model, answer, form }) }]
  })
  return { replies: new Map(referred), extracted }
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
