import { join } from 'node:path'
import type { Calibration } from '../../src/engine/conclude/confidence.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import type { BoostedTrees } from '../../src/utils/boosted-trees.ts'
import { fitAgreement, readOrderedPairs } from './fit-agreement.ts'
import { fitConfidence } from './fit-confidence.ts'
import { observePanels } from './observe-panels.ts'
import { rankModels } from './read-panel.ts'
import { FOLDS, type Recording, readRecordings } from './recordings.ts'

/** What is learned from recordings: the agreement of answers, and the confidence that follows from it. */
export interface Learned {
  agreement: BoostedTrees
  calibration: Calibration['kinds']
}

/** Learns from all recordings, or from all except those of a fold. */
export interface Learning {
  shipped(): Learned
  without(fold: number): Promise<Learned>
}

const SETS = ['evouna-nq', 'mmlu-pro', 'svamp']

/** The recorded sets of a folder. */
export function readRecordedSets(folder: string): Recording[][] {
  return SETS.map((set) => readRecordings(join(folder, `${set}.jsonl.gz`)))
}

/**
 * Learns from recorded sets. Confidence is always fitted on agreements measured without the question itself, as in
 * production: an agreement fitted on a question is more certain about it than about a new one.
 */
export async function learnFrom(sets: Recording[][], embed: Embed): Promise<Learning> {
  const pairs = await readOrderedPairs(sets.flat(), embed)
  const ranked = sets.map((set) => rankModels(set).map(({ model }) => model))
  const known = new Map<string, BoostedTrees>()
  const agreementWithout = (...folds: number[]) => {
    const key = folds.toSorted().join()
    const trees = known.get(key) ?? fitAgreement(pairs, folds)
    known.set(key, trees)
    return trees
  }
  const observeWithout = async (...left: number[]) => {
    const folds = Array.from({ length: FOLDS }, (_, fold) => fold).filter((fold) => !left.includes(fold))
    const observed = []
    for (const [index, set] of sets.entries()) {
      observed.push(
        ...(await observePanels(set, ranked[index]!, {
          folds,
          partsFor: (fold) => ({ embed, model: agreementWithout(fold, ...left) }),
        })),
      )
    }
    return observed
  }
  const everything = await observeWithout()
  return {
    shipped: () => ({ agreement: fitAgreement(pairs), calibration: fitConfidence(everything) }),
    without: async (fold) => ({
      agreement: agreementWithout(fold),
      calibration: fitConfidence(await observeWithout(fold)),
    }),
  }
}
