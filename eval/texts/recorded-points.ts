import { fileURLToPath } from 'node:url'
import { readJsonLines } from '../json-lines.ts'

/** Where the rulings on recorded biographies are recorded. */
export const SUPPORT_FILE = new URL('support.jsonl', import.meta.url)

/** A point of recorded biographies: whether it is true, how many texts say and deny it, and how models ruled on it. */
export interface RecordedPoint {
  biography: number
  truth: boolean
  isCentral: boolean
  says: number
  denies: number
  true: number
  false: number
  depends: number
  unsure: number
}

/** The recorded points. */
export function readPoints(): RecordedPoint[] {
  return readJsonLines(fileURLToPath(SUPPORT_FILE))
}
