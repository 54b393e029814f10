import { basename } from 'node:path'
import {
  type Groups,
  type RecordedReply,
  RecordedRow,
  type Recording,
  recordingsOf,
} from '../../src/evaluation/recorded/recording.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'

/** The folds for cross-validation: what is fitted on some folds is scored on another. */
export const FOLDS = 5

/** The fold of a question, by its words: the same in every file. */
export function foldOf({ query }: Pick<Recording, 'query'>): number {
  return stableHash(query.toLowerCase().trim()) % FOLDS
}

/** Reads the recordings of a JSON lines file, gzipped or not; an error names the invalid row. */
export function readRecordings(file: string): Recording[] {
  const rows = readJsonLines(file).map((row, index) => {
    const parsed = RecordedRow.safeParse(row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`${file}, row ${index + 1}: ${[...(issue?.path ?? []), issue?.message].join(' ')}`)
  })
  if (rows.length === 0) throw new Error(`${file} has no rows.`)
  // A few of their verdicts on numbers contradict the right answers that they state.
  return recordingsOf(rows, basename(file).replace(/\.jsonl(\.gz)?$/, ''), 'on-texts')
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
