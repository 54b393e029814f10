import type { BoostedTrees } from '../../utils/boosted-trees.ts'
import type { WordTable } from './compare/word-table.ts'
import { PAIR_ODDS, SIGNAL_NAMES } from './features.ts'

/** What was learned of questions that ask the same. */
export interface VerifierModel extends BoostedTrees {
  /** The least probability of a hit, where nothing of either question is left over and where something is. */
  bars: { nothingLeft: number; somethingLeft: number }
  /** How probable it is at most where a veto speaks. */
  vetoed: number
  words: WordTable
}

/** Whether a model was fitted on features that are computed: the signals, and the odds of a pair model or not. */
export function areKnownFeatures(names: string[]): boolean {
  return names.join() === SIGNAL_NAMES.join() || names.join() === [...SIGNAL_NAMES, PAIR_ODDS].join()
}
