import type { Embed } from '../../src/engine/measure/texts/embed.ts'
import type { TextChoice } from '../../src/engine/measure/texts/text-choice.ts'
import { fitDraftCurve } from './fit-draft-curve.ts'
import { type FittedChoice, fitTextChoice, type ReadJudged, readJudged } from './fit-text-choice.ts'
import type { JudgedPanel } from './long-sets.ts'
import { type DraftObservation, observeDrafts } from './observe-drafts.ts'

/** What is learned from judged panels, from all of them or without some. */
export interface LearnedChoice {
  read: ReadJudged[]
  drafts: DraftObservation[]
  choiceWithout(leave: (panel: JudgedPanel & { fold: number }) => boolean): FittedChoice
  curveWithout(folds: number[]): TextChoice['code']
}

/** Learns how to choose a text, and how likely a chosen draft passes, from judged panels. */
export async function learnChoice(panels: JudgedPanel[], embed: Embed): Promise<LearnedChoice> {
  const read = await readJudged(panels, embed)
  const choiceWithout: LearnedChoice['choiceWithout'] = (leave) =>
    fitTextChoice(read.filter((panel) => !leave(panel)))
  const byFold = new Map<number, FittedChoice>()
  const choiceFor = (fold: number) => {
    const fitted = byFold.get(fold) ?? choiceWithout((panel) => panel.fold === fold)
    byFold.set(fold, fitted)
    return fitted
  }
  const drafts = await observeDrafts(panels, embed, choiceFor)
  return {
    read,
    drafts,
    choiceWithout,
    curveWithout: (folds) => fitDraftCurve(drafts.filter(({ fold }) => !folds.includes(fold))),
  }
}
