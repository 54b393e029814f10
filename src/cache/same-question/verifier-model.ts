import type { BoostedTrees } from '../../utils/boosted-trees.ts'
import type { WordTable } from './compare/word-table.ts'
import { PAIR_ODDS, SIGNAL_NAMES } from './features.ts'

/** What was learned about questions that ask the same. */
export interface VerifierModel extends BoostedTrees {
  /** The lowest probability of a hit, if nothing of either question is left over and if something is. */
  bars: { nothingLeft: number; somethingLeft: number }
  /** The highest probability if there is a veto. */
  vetoed: number
  words: WordTable
}

/**
 * Whether a model was fitted on the features that are computed: the signals, with or without the odds of a pair model.
 */
export function areKnownFeatures(names: string[]): boolean {
  return names.join() === SIGNAL_NAMES.join() || names.join() === [...SIGNAL_NAMES, PAIR_ODDS].join()
}
