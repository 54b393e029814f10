import { join } from 'node:path'
import { readJsonLines } from '../json-lines.ts'

/** Two texts and their similarity: 0 or 1 for a label, 0 to 5 for a score. */
export interface LabelledPair {
  left: string
  right: string
  truth: number
}

interface Row {
  text_a: string
  text_b: string
  label?: number
  score?: number
}

/** The pairs of one set in a folder. */
export function readPairs(folder: string, set: string): LabelledPair[] {
  return readJsonLines<Row>(join(folder, `${set}.jsonl.gz`)).map(({ text_a, text_b, label, score }) => ({
    left: text_a,
    right: text_b,
    truth: label ?? score ?? 0,
  }))
}
