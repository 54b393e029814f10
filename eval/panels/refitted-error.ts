import { leastBacking, probabilityOn } from '../../src/engine/conclude/confidence.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import type { BoostedTrees } from '../../src/utils/boosted-trees.ts'
import { fitConfidence } from './fit-confidence.ts'
import { observePanels } from './observe-panels.ts'
import { calibrationError } from './rankings.ts'
import { FOLDS, type Recording } from './recordings.ts'

interface Refit {
  models: string[]
  embed: Embed
  agreement: BoostedTrees
}

/** The calibration error on a set if the curves are fitted on the other four fifths of that set. */
export async function refittedError(set: Recording[], { models, embed, agreement }: Refit): Promise<number> {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  const observed = await observePanels(set, models, { folds, partsFor: () => ({ embed, model: agreement }) })
  const whole = observed.filter(({ size }) => size === models.length)
  const curves = folds.map((fold) => fitConfidence(observed, [fold]))
  return calibrationError(
    whole.map(({ kind, supports, fold }) => {
      const curve = curves[fold]![kind]
      return probabilityOn(curve, leastBacking(curve, supports))
    }),
    whole.map(({ right }) => right),
  )
}
