import type { SameQuestion } from '../../question-verifier.ts'
import type { Question } from '../reading/read-question.ts'
import { finePrint } from './fine-print.ts'

/**
 * Long texts get only a quick comparison: the same content words in the same order, the same signs and quotations,
 * the same function words that reverse a meaning. More would take long, and such a text is seldom typed twice.
 */
export function sameAtLength(one: Question, other: Question): SameQuestion {
  const same =
    one.isWhole &&
    other.isWhole &&
    sequenceOf(one) === sequenceOf(other) &&
    one.quoted.join('\n') === other.quoted.join('\n') &&
    finePrint(one.text, other.text) === null
  return { same, probability: same ? 1 : 0, differences: same ? [] : ['other words in long texts'] }
}

const PASSED_OVER = new Set(['filler', 'present'])

function sequenceOf({ words, form }: Question): string {
  const counted = words.filter(({ wordClass }) => wordClass === null || !PASSED_OVER.has(wordClass))
  return `${form.kind} ${counted.map(({ stem }) => stem).join(' ')}`
}
