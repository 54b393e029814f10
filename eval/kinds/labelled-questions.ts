import { fileURLToPath } from 'node:url'
import type { QuestionKind } from '../../src/contract/question-kind.ts'

/** A question with the kind that its writer gave it. */
export interface LabelledQuestion {
  question: string
  /** The turn before it in its conversation; absent for a question that stands alone. */
  before?: string
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
