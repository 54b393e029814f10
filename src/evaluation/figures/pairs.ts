import type { Answered } from '../answered.ts'
import { type Interval, shareWithin, sumOf } from './intervals.ts'
import { costOf, groupsAmong, rightOf } from './votes.ts'

/** What two members are worth together. */
export interface PairFigures {
  /** The better one first. */
  members: [string, string]
  /** With the answer of the better one, or of the other where that gives none. */
  accuracy: Interval
  /** How often both give the same answer, of the questions that both answer. */
  agreement: number
  /** How often an answer on which both agree is right; null if they never agree. */
  rightWhenAgreed: number | null
  /**
   * What is left of the uncertainty about the answer of the pair once it is known whether both agree, differ, or only
   * one of them answers: the Brier score of stating how often it is right in each case.
   */
  doubtLeft: number
  costUsd: number | null
}

/**
 * Every pair, the best first. Two equal votes never outvote each other, so a pair is right as often as its better member;
 * the other is worth what its assent or dissent tells about that. Among equals the pair is better whose other member tells more.
 */
export function pairsAmong(
  answered: Answered[],
  members: string[],
  accuracyOf: (member: string) => number,
): PairFigures[] {
  const pairs = members.flatMap((one, place) =>
    members.slice(place + 1).map((other): [string, string] => {
      return accuracyOf(other) > accuracyOf(one) ? [other, one] : [one, other]
    }),
  )
  return pairs
    .map((pair) => figuresOf(answered, pair))
    .sort(
      (one, other) =>
        other.accuracy.value - one.accuracy.value ||
        one.doubtLeft - other.doubtLeft ||
        (one.costUsd ?? 0) - (other.costUsd ?? 0),
    )
}

function figuresOf(answered: Answered[], pair: [string, string]): PairFigures {
  const [better, other] = pair
  const answers = (one: Answered, member: string) => one.members[member]?.answer != null
  const right = answered.map((one) => one.members[answers(one, better) ? better : other]?.right === true)
  const both = answered.filter((one) => answers(one, better) && answers(one, other))
  const agreed = both.filter((one) => groupsAmong(one, pair).length === 1)
  const differing = both.filter((one) => groupsAmong(one, pair).length === 2)
  const alone = (one: string, silent: string) =>
    answered.filter((question) => answers(question, one) && !answers(question, silent))
  const doubts = [
    doubtIn(agreed, better),
    doubtIn(differing, better),
    doubtIn(alone(better, other), better),
    doubtIn(alone(other, better), other),
  ]
  const rightTogether = sumOf(agreed.map(({ members }) => (members[better]!.right ? 1 : 0)))
  return {
    members: pair,
    accuracy: shareWithin(right.filter(Boolean).length, answered.length),
    agreement: both.length === 0 ? 0 : agreed.length / both.length,
    rightWhenAgreed: agreed.length === 0 ? null : rightTogether / agreed.length,
    doubtLeft: sumOf(doubts) / answered.length,
    costUsd: costOf(answered, pair),
  }
}

/** The sum of the squared distances of right and wrong answers from how often they are right. */
function doubtIn(questions: Answered[], member: string): number {
  const right = sumOf(rightOf(questions, member))
  return questions.length === 0 ? 0 : (right * (questions.length - right)) / questions.length
}
