import type { Word } from '../../src/cache/same-question/reading/read-question.ts'

/** What a change of a question has to work with. */
export interface TrapSource {
  text: string
  words: Word[]
  /** One of several, always the same for the same question and purpose. */
  pick<Item>(items: Item[], purpose: string): Item | undefined
  /** Names and other content words of other questions. */
  names: string[]
  nouns: string[]
}

/** Makes another question of one, or null where it has nothing to change. */
export type Change = (source: TrapSource) => string | null
