import { memoise } from '../../utils/memoise.ts'
import { normaliseQuery } from '../normalise-query.ts'
import { signalsOf } from './features.ts'
import { REMEMBERED } from './fine-print.ts'
import { isLong, type ReadQuestion, readQuestion, type Word } from './read-question.ts'
import { probabilityBy, type VerifierModel } from './verifier-model.ts'
import { vetoesOf } from './vetoes.ts'
import { compareQuestions, type QuestionPair } from './word-order.ts'

export interface SameQuestion {
  same: boolean
  probability: number
  /** What sets them apart, e.g. 'number'; empty if nothing does. */
  differences: string[]
}

/** Decides whether two differently worded questions ask the same thing; in case of doubt they do not. */
export type QuestionVerifier = (asked: string, stored: string) => SameQuestion

/** Nobody types texts of this length twice in different words; comparing them would take longer than it is worth. */
export const LONGEST_COMPARED = 4_000

const SURE: SameQuestion = { same: true, probability: 1, differences: [] }
const TOO_LONG: SameQuestion = { same: false, probability: 0, differences: ['too long to compare'] }

/** Decides as a person would: nothing may set the questions apart, and their words must make it probable. */
export function createQuestionVerifier(model: VerifierModel): QuestionVerifier {
  const read = memoise(readQuestion, REMEMBERED)

  return (asked, stored) => {
    if (normaliseQuery(asked) === normaliseQuery(stored)) return SURE
    if (Math.max(asked.length, stored.length) > LONGEST_COMPARED) return TOO_LONG
    const [one, other] = [read(asked), read(stored)]
    if (isLong(one) || isLong(other)) return TOO_LONG
    const pair = compareQuestions(one, other, model.words)
    const differences = vetoesOf(pair, model.words)
    // Pairs with a veto were not used in training: all that is known is how often such pairs were the same after all.
    if (differences.length > 0) return { same: false, probability: model.vetoed, differences }
    const probability = probabilityBy(model, Object.values(signalsOf(pair, model.words)))
    if (asksSameMeasure(pair))
      return { same: true, probability: Math.max(probability, model.bar), differences }
    return { same: probability >= model.bar, probability, differences }
  }
}

/** Whether both ask for the same measure of the same thing: “How tall is …” and “What is the height of …” share few words. */
export function asksSameMeasure({ left, right, alignment, order }: QuestionPair): boolean {
  if (left.form.attribute === null && right.form.attribute === null) return false
  const isLeft = alignment.leftOver.length > 0 || alignment.rightOver.length > 0
  if (isLeft || left.form.kind !== right.form.kind || order.inversions > 0) return false
  return (
    alignment.pairs.every((pair) => pair.tie === 'equal' && partOf(pair.left) === partOf(pair.right)) &&
    qualifiersOf(left) === qualifiersOf(right)
  )
}

/** The role of a word; it is the same in “the height of the tower” and “how tall the tower is”. */
function partOf({ mark }: Word): string {
  return mark === 'of' ? '' : mark
}

const QUALIFYING = new Set<string>(['negation', 'quantity', 'person', 'modality', 'past', 'order', 'joint'])

/** Function words that would make it a different question: whose, how much of it, when. */
function qualifiersOf({ words }: ReadQuestion): string {
  const qualifying = words.filter(({ folded, wordClass }) =>
    wordClass === 'self'
      ? /^(?:my|your|our|i|me|you|we|us)$/.test(folded)
      : wordClass !== null && QUALIFYING.has(wordClass),
  )
  return qualifying.map(({ folded }) => (folded === 'did' || folded === 'were' ? 'was' : folded)).join(' ')
}
