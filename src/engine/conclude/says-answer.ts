import { clausesOf } from '../../language/sentences.ts'
import { type Comparison, SAME_ANSWER } from '../measure/agreement/compare-answers.ts'
import { canonicalAnswer, isClosed } from '../reading/answer/canonical-answer.ts'
import { statedAnswer } from '../reading/prose/stated-answer.ts'

interface Winning {
  query: string
  answer: string
  /** The answers of the other camps. */
  rivals: string[]
  comparison: Pick<Comparison, 'support'>
}

/**
 * Whether a text states the winning answer and no other. A closed answer must be in the opening sentence, as the writer
 * was instructed: a writer misled by quoted text would mention it, if at all, as an aside.
 */
export async function saysAnswer(
  text: string,
  { query, answer, rivals, comparison }: Winning,
): Promise<boolean> {
  // A sentence may state an answer among much else, so the support in both directions counts.
  const likeness = async (left: string, right: string) =>
    ((await comparison.support(left, right)) + (await comparison.support(right, left))) / 2
  const closed = isClosed(canonicalAnswer(answer, query))
  const agreement = await likeness(closed ? (clausesOf(text)[0] ?? '') : text, answer)
  if (agreement < SAME_ANSWER) return false
  const stated = closed ? statedAnswer(text) : null
  if (stated !== null && (await likeness(stated, answer)) < SAME_ANSWER) return false
  const contrary = await Promise.all(rivals.map((rival) => likeness(text, rival)))
  // An open text may share much with a rival and still be closer to the answer; a closed answer leaves no room.
  return contrary.every((rival) => rival < (closed ? SAME_ANSWER : agreement))
}
