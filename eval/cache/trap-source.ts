import type { Word } from '../../src/cache/same-question/read-question.ts'

/** The input for changing a question. */
export interface TrapSource {
  text: string
  words: Word[]
  /** Picks one of several items, always the same for the same question and purpose. */
  pick<Item>(items: Item[], purpose: string): Item | undefined
  /** Names and other content words of other questions. */
  names: string[]
  nouns: string[]
}

/** Changes a question; null if there is nothing to change. */
export type Change = (source: TrapSource) => string | null
