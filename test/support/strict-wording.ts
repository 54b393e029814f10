import { normaliseQuery } from '../../src/cache/normalise-query.ts'
import type { QuestionVerifier } from '../../src/cache/same-question/create-question-verifier.ts'

/** A verifier that knows no synonyms: both may differ in nothing but how one asks to be told. */
export function createStrictWording(): QuestionVerifier {
  return (asked, stored) => {
    const same = plainWording(asked) === plainWording(stored)
    return { same, probability: Number(same), differences: same ? [] : ['wording'] }
  }
}

function plainWording(query: string): string {
  return normaliseQuery(query)
    .replace(/\b(what|who|where)['’]s\b/g, '$1 is')
    .replace(/^please,? /, '')
    .replace(/^(?:can|could|would) you (?:please )?/, '')
    .replace(/, please$/, '')
    .replace(/^tell me (?=(?:who|what|when|where|why|how|which) )/, '')
    .replace(/^(?:tell|give) me the /, 'what is the ')
}
