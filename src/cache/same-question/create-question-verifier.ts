import { mostProbableBy, probabilityBy } from '../../utils/boosted-trees.ts'
import { memoise } from '../../utils/bounded-cache.ts'
import { normaliseQuery } from '../normalise-query.ts'
import { LONGEST_COMPARED, type QuestionVerifier, type SameQuestion } from '../question-verifier.ts'
import { compareQuestions, type QuestionPair } from './compare/compare-questions.ts'
import { sameAtLength } from './compare/long-questions.ts'
import { asksSameMeasure, leavesNothingOver } from './compare/nothing-left-over.ts'
import { plainWording } from './compare/plain-wording.ts'
import { SIGNAL_NAMES, signalsOf } from './features.ts'
import type { PairModel } from './pair-model/pair-model.ts'
import { isLong, readQuestion } from './reading/read-question.ts'
import type { VerifierModel } from './verifier-model.ts'
import { isVetoed, vetoesOf } from './vetoes.ts'

const SURE: SameQuestion = { same: true, probability: 1, differences: [] }
const TOO_LONG: SameQuestion = { same: false, probability: 0, differences: ['too long to compare'] }
const isTooLong = (text: string) => text.length > LONGEST_COMPARED
/** A question that is looked up is compared with several others, but read only once. */
const REMEMBERED = { most: 1_000, longestText: 500 }

/**
 * Decides as a person would: nothing may distinguish the two questions (a number, a name, a “not”, a direction), and
 * their shared and left-over words must make it probable enough that both ask the same.
 */
export function createQuestionVerifier({
  model,
  pairModel,
}: {
  model: VerifierModel
  pairModel: PairModel
}): QuestionVerifier {
  const read = memoise(readQuestion, REMEMBERED)

  const barOf = (pair: QuestionPair) =>
    leavesNothingOver(pair) ? model.bars.nothingLeft : model.bars.somethingLeft

  function judge(asked: string, stored: string): SameQuestion {
    if (asked === stored) return SURE
    if (isTooLong(asked) || isTooLong(stored)) return TOO_LONG
    if (areWordedAlike(asked, stored)) return SURE
    const [one, other] = [read(asked), read(stored)]
    if (isLong(one) || isLong(other)) return sameAtLength(one, other)
    const pair = compareQuestions(one, other, model.words)
    const differences = vetoesOf(pair, model.words)
    // Pairs with a veto were not used in training: all that is known is how often such pairs were the same after all.
    if (differences.length > 0) return { same: false, probability: model.vetoed, differences }
    const odds = pairModel.odds(pair.left.text, pair.right.text)
    if (odds === null) return sameAtLength(one, other)
    const probability = probabilityBy(model, [...signalsOf(pair, model.words), odds])
    const bar = barOf(pair)
    if (asksSameMeasure(pair)) return { same: true, probability: Math.max(probability, bar), differences }
    return { same: probability >= bar, probability, differences }
  }

  return {
    rulesOut(asked, stored) {
      if (isTooLong(asked) || isTooLong(stored)) return asked !== stored
      if (areWordedAlike(asked, stored)) return false
      const [one, other] = [read(asked), read(stored)]
      if (isLong(one) || isLong(other)) return !sameAtLength(one, other).same
      const pair = compareQuestions(one, other, model.words)
      if (isVetoed(pair, model.words)) return true
      if (asksSameMeasure(pair)) return false
      return mostProbableBy(model, signalsOf(pair, model.words), SIGNAL_NAMES.length) < barOf(pair)
    },
    verify: async (asked, stored) => judge(asked, stored),
  }
}

/** Whether two questions are the same text, or differ only in how the request is phrased. */
function areWordedAlike(asked: string, stored: string): boolean {
  if (normaliseQuery(asked) === normaliseQuery(stored)) return true
  const wording = plainWording(asked)
  return wording !== null && wording === plainWording(stored)
}
