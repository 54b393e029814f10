import type { BoostedTrees } from '../../utils/boosted-trees.ts'
import type { WordTable } from './compare/word-table.ts'

/** What was learned about questions that ask the same. */
export interface VerifierModel extends BoostedTrees {
  /** The lowest probability of a hit, if nothing of either question is left over and if something is. */
  bars: { nothingLeft: number; somethingLeft: number }
  /** The highest probability if there is a veto. */
  vetoed: number
  words: WordTable
}
