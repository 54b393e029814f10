import type { Comparison } from '../measure/agreement/compare-answers.ts'
import type { Supports } from './confidence.ts'

/** A seat's first answer, and whether the seat finally supports the answer given, holds another one, or rejects it. */
export interface FirstAnswer {
  /** Null if the seat was silent. */
  answer: string | null
  stands: 'behind' | 'beside' | 'against'
}

/** How the first answers support the final answer. */
export interface AnswerBacking {
  supports: Supports
  /** The number of first answers that could not be compared with it. */
  unread: number
  /** The first-round wording of the answer that the others support most. */
  judged: string
}

/**
 * How the first answers of a panel support an answer: who gave it in their own words, and how close the others came. The
 * best supported wording of the first round is used, so that later rounds gain nothing by style.
 */
export async function backingOf(
  answer: string,
  first: FirstAnswer[],
  comparison: Pick<Comparison, 'relate' | 'support' | 'evidence'>,
): Promise<AnswerBacking> {
  const standings = await Promise.all(first.map((one) => standingOf(answer, one, comparison)))
  const pick = (standing: FirstStanding) => first.filter((_, index) => standings[index] === standing)
  const [given, unread, beside] = [pick('given'), pick('unread'), pick('beside')]
  const supportsFor = async (wording: string): Promise<Supports> => ({
    by: await Promise.all(given.map((one) => comparison.support(wording, one.answer!))),
    beside: [
      ...(await Promise.all([...unread, ...beside].map((one) => comparison.evidence(wording, one.answer!)))),
      ...pick('silent').map(() => 0),
    ],
  })
  const wordings = given.length === 0 ? [answer] : given.map((one) => one.answer!)
  const judged = await Promise.all(
    wordings.map(async (wording) => ({ judged: wording, supports: await supportsFor(wording) })),
  )
  const best = judged.reduce((one, other) => (sumOf(other.supports) > sumOf(one.supports) ? other : one))
  return { ...best, unread: unread.length }
}

/** How a first answer relates to the final one: the same, not comparable, a different one, or no answer. */
type FirstStanding = 'given' | 'unread' | 'beside' | 'silent'

async function standingOf(
  answer: string,
  { answer: first, stands }: FirstAnswer,
  { relate }: Pick<Comparison, 'relate'>,
): Promise<FirstStanding> {
  if (first === null || stands === 'against') return 'silent'
  const relation = await relate(answer, first)
  if (relation === 'same') return stands === 'behind' ? 'given' : 'beside'
  return relation === 'unknown' ? 'unread' : 'beside'
}

function sumOf({ by, beside }: Supports): number {
  return [...by, ...beside].reduce((sum, support) => sum + support, 0)
}
