import { mostProbableBy, probabilityBy } from '../../utils/boosted-trees.ts'
import { memoise } from '../../utils/bounded-cache.ts'
import { normaliseQuery } from '../normalise-query.ts'
import { LONGEST_COMPARED, type QuestionVerifier, type SameQuestion } from '../question-verifier.ts'
import { compareQuestions, type QuestionPair } from './compare/compare-questions.ts'
import { asksSameMeasure, leavesNothingOver } from './compare/nothing-left-over.ts'
import { SIGNAL_NAMES, signalsOf } from './features.ts'
import type { PairModel } from './pair-model/pair-model.ts'
import { isLong, readQuestion } from './reading/read-question.ts'
import type { VerifierModel } from './verifier-model.ts'
import { isVetoed, vetoesOf } from './vetoes.ts'

const SURE: SameQuestion = { same: true, probability: 1, differences: [] }
const TOO_LONG: SameQuestion = { same: false, probability: 0, differences: ['too long to compare'] }
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

  /** Two questions word by word; null if one is too long for that. */
  function compare(asked: string, stored: string): QuestionPair | null {
    if (Math.max(asked.length, stored.length) > LONGEST_COMPARED) return null
    const [one, other] = [read(asked), read(stored)]
    return isLong(one) || isLong(other) ? null : compareQuestions(one, other, model.words)
  }

  function judge(asked: string, stored: string): SameQuestion {
    if (areEqual(asked, stored)) return SURE
    const pair = compare(asked, stored)
    if (pair === null) return TOO_LONG
    const differences = vetoesOf(pair, model.words)
    // Pairs with a veto were not used in training: all that is known is how often such pairs were the same after all.
    if (differences.length > 0) return { same: false, probability: model.vetoed, differences }
    const odds = pairModel.odds(pair.left.text, pair.right.text)
    if (odds === null) return TOO_LONG
    const probability = probabilityBy(model, [...signalsOf(pair, model.words), odds])
    const bar = barOf(pair)
    if (asksSameMeasure(pair)) return { same: true, probability: Math.max(probability, bar), differences }
    return { same: probability >= bar, probability, differences }
  }

  return {
    rulesOut(asked, stored) {
      if (areEqual(asked, stored)) return false
      const pair = compare(asked, stored)
      if (pair === null || isVetoed(pair, model.words)) return true
      if (asksSameMeasure(pair)) return false
      return mostProbableBy(model, signalsOf(pair, model.words), SIGNAL_NAMES.length) < barOf(pair)
    },
    verify: async (asked, stored) => judge(asked, stored),
  }
}

function areEqual(asked: string, stored: string): boolean {
  return normaliseQuery(asked) === normaliseQuery(stored)
}
