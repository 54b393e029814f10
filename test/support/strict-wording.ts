import { normaliseQuery } from '../../src/cache/normalise-query.ts'
import type { QuestionVerifier } from '../../src/cache/question-verifier.ts'
import { plainWording } from '../../src/cache/same-question/compare/plain-wording.ts'

const SAME = { same: true, probability: 1, differences: [] }
const OTHER = { same: false, probability: 0, differences: ['wording'] }

/** A verifier that knows no synonyms: both must be plain prose and differ in nothing but how one asks to be told. */
export function createStrictWording(): QuestionVerifier {
  return {
    rulesOut: () => false,
    async verify(asked, stored) {
      if (normaliseQuery(asked) === normaliseQuery(stored)) return SAME
      const wording = plainWording(asked)
      return wording !== null && wording === plainWording(stored) ? SAME : OTHER
    },
  }
}
