import type { WordTable } from '../../src/cache/same-question/verifier-model.ts'

/** A table without words. */
export const NO_WORDS: WordTable = {
  rarity: new Map(),
  rarest: 9,
  names: new Set(),
  alone: new Map(),
  instead: new Map(),
}
