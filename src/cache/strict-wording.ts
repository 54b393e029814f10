import { normaliseQuery } from './normalise-query.ts'
import type { QuestionVerifier } from './question-verifier.ts'
import { plainWording } from './same-question.ts'

const SAME = { same: true, probability: 1, differences: [] }
const OTHER = { same: false, probability: 0, differences: ['wording'] }

/** A verifier that knows no synonyms: both must be plain prose and differ in nothing but how one asks to be told. */
export function createStrictWording(): QuestionVerifier {
  return {
    async verify(asked, stored) {
      if (normaliseQuery(asked) === normaliseQuery(stored)) return SAME
      const wording = plainWording(asked)
      return wording !== null && wording === plainWording(stored) ? SAME : OTHER
    },
  }
}
