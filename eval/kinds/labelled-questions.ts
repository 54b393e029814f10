import { fileURLToPath } from 'node:url'
import type { QuestionKind } from '../../src/contract/question-kind.ts'

/** A question with the kind that its writer gave it. */
export interface LabelledQuestion {
  question: string
  kind: QuestionKind
  language: string
  note?: string
  /** Who wrote it; absent in the earlier sets. */
  author?: string
}

/** Path of a committed set of labelled questions. */
export function kindsFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
