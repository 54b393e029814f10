import { draftProbabilityOn } from '../../src/engine/conclude/draft-confidence.ts'
import type { TextChoice } from '../../src/engine/measure/texts/text-choice.ts'
import { areaUnderRoc, calibrationError } from '../panels/rankings.ts'
import { meanOf } from './long-sets.ts'
import type { DraftObservation } from './observe-drafts.ts'

/** How well the stated probability fits how often chosen drafts pass, by set and for all together. */
export interface DraftFigures {
  set: string
  panels: number
  passed: number
  stated: number
  calibrationError: number
  auroc: number
}

/** The figures of the draft confidence; every panel is scored by a curve fitted without its fold. */
export function draftFigures(
  drafts: DraftObservation[],
  curveFor: (fold: number) => TextChoice['code'],
): DraftFigures[] {
  const stated = new Map(
    drafts.map((draft) => [
      draft,
      draftProbabilityOn(curveFor(draft.fold), { similarity: draft.supports.beside }),
    ]),
  )
  const figuresOf = (set: string, of: DraftObservation[]) => {
    const [probabilities, passed] = [of.map((draft) => stated.get(draft)!), of.map(({ right }) => right)]
    return {
      set,
      panels: of.length,
      passed: meanOf(passed.map(Number)),
      stated: meanOf(probabilities),
      calibrationError: calibrationError(probabilities, passed),
      auroc: areaUnderRoc(probabilities, passed),
    }
  }
  const sets = [...new Set(drafts.map(({ set }) => set))]
  return [
    ...sets.map((name) =>
      figuresOf(
        name,
        drafts.filter(({ set }) => set === name),
      ),
    ),
    figuresOf('all', drafts),
  ]
}
