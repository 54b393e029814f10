import { scoresOf } from '../../src/engine/measure/choose-text.ts'
import { bySet, type FittedChoice, type ReadJudged } from './fit-text-choice.ts'
import { meanOf } from './long-sets.ts'

/** What choosing one text of every panel of a set brings, as the mean of the verdicts. */
export interface ChoiceFigures {
  set: string
  questions: number
  random: number
  longest: number
  wordOverlap: number
  /** By the fitted model, which has not seen the questions or, without the set, none of its questions. */
  chosen: number
  chosenWithoutSet: number | null
  /** The model that is best over the set, if it answered most questions. */
  bestSingle: number | null
  oracle: number
  /** How far the choice goes from random to the best single model. */
  way: number | null
}

/** A model counts as a single one of a set if it answered this share of its questions. */
const MOST_QUESTIONS = 0.7

/** The figures of a set; texts of equal score count by their mean. */
export function choiceFigures(
  panels: ReadJudged[],
  fitted: { for(panel: ReadJudged): FittedChoice; withoutSet: FittedChoice | null },
): ChoiceFigures {
  const mean = (rate: (panel: ReadJudged) => number[]) =>
    meanOf(panels.map((panel) => verdictOn(panel, rate(panel))))
  const { withoutSet } = fitted
  const [random, chosen] = [
    mean(({ scores }) => scores.map(() => 0)),
    mean((panel) => scoresOf(panel.panel, fitted.for(panel))),
  ]
  const bestSingle = bestSingleOf(panels)
  return {
    set: panels[0]!.set,
    questions: panels.length,
    random,
    longest: mean(({ texts }) => texts.map((text) => text.trim().length)),
    wordOverlap: mean(({ panel }) => panel.features.words),
    chosen,
    chosenWithoutSet: withoutSet === null ? null : mean(({ panel }) => scoresOf(panel, withoutSet)),
    bestSingle,
    oracle: mean(({ scores }) => scores),
    way: bestSingle === null ? null : (chosen - random) / (bestSingle - random),
  }
}

/** The sets that contain a question of a set: a model without the set must not see them either. */
export function setsWithQuestionsOf(read: ReadJudged[], set: string): Set<string> {
  const sets = bySet(read)
  const questions = new Set(sets.get(set)?.map(({ query }) => query))
  return new Set(
    [...sets].flatMap(([other, panels]) => (panels.some(({ query }) => questions.has(query)) ? [other] : [])),
  )
}

function verdictOn({ scores }: ReadJudged, rated: number[]): number {
  const best = Math.max(...rated)
  return meanOf(scores.filter((_, index) => rated[index] === best))
}

function bestSingleOf(panels: ReadJudged[]): number | null {
  if (panels.every(({ models }) => models.length === 2)) return null
  const byModel = new Map<string, number[]>()
  for (const { models, scores } of panels)
    for (const [index, model] of models.entries())
      byModel.set(model, [...(byModel.get(model) ?? []), scores[index]!])
  const means = [...byModel.values()]
    .filter(({ length }) => length >= MOST_QUESTIONS * panels.length)
    .map(meanOf)
  return means.length === 0 ? null : Math.max(...means)
}
