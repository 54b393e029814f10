import { canonicalReader } from './canonical-answer.ts'
import { sameClosedAnswer } from './same-answer.ts'

/** Whether two answers to a question are certainly the same: equal closed answers, or equal texts. */
export function plainlySame(query: string): (left: string, right: string) => boolean {
  const read = canonicalReader(query)
  return (left, right) => {
    const [one, other] = [read(left), read(right)]
    return one.text === other.text || sameClosedAnswer(one, other) === true
  }
}
