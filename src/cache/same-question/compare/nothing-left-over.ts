import type { Question, Word } from '../reading/read-question.ts'
import type { QuestionPair } from './compare-questions.ts'

/**
 * Whether nothing at all is left over: every word that carries content stands in both, in one order and after the same
 * prepositions, and no small word would make it another question.
 */
export function leavesNothingOver({ left, right, alignment, order }: QuestionPair): boolean {
  const { pairs, leftOver, rightOver } = alignment
  if (leftOver.length > 0 || rightOver.length > 0 || left.form.kind !== right.form.kind) return false
  if (order.allInversions > 0 || order.otherMarks > 0) return false
  return (
    pairs.every(({ tie }) => tie !== 'mistyped') &&
    qualifiersOf(left, isQualifyingHere) === qualifiersOf(right, isQualifyingHere)
  )
}

/**
 * Whether two questions ask for the same measure of the same thing, at least one of them by an adjective, or for who made
 * it, at least one by a verb: “How tall is the tower?” and “What is the height of the tower?”. So few words are shared that likeness says little, and yet nothing
 * is left in doubt: every word that carries content stands in both, in one order, in the same part.
 */
export function asksSameMeasure({ left, right, alignment, order }: QuestionPair): boolean {
  if (left.form.attribute === null && right.form.attribute === null) return false
  const isLeft = alignment.leftOver.length > 0 || alignment.rightOver.length > 0
  if (isLeft || left.form.kind !== right.form.kind || order.allInversions > 0) return false
  return (
    alignment.pairs.every((pair) => pair.tie === 'equal' && partOf(pair.left) === partOf(pair.right)) &&
    qualifiersOf(left, qualifying(left)) === qualifiersOf(right, qualifying(right))
  )
}

/** The part a word plays; “the height of the tower” and “how tall the tower is” give it the same. */
function partOf({ mark }: Word): string {
  return mark === 'of' ? '' : mark
}

/** Small words that would make it another question: whose, how much of it, when. */
function qualifiersOf({ words }: Question, is: (word: Word) => boolean): string {
  const telling = words.filter(is).map(({ folded }) => folded)
  return telling.map((word) => (word === 'did' || word === 'were' ? 'was' : word)).join(' ')
}

const QUALIFYING = new Set<string>(['negation', 'quantity', 'person', 'modality', 'past', 'order', 'joint'])

function isQualifying({ wordClass, folded }: Word): boolean {
  if (wordClass === 'self') return /^(?:my|your|our)$/.test(folded)
  return wordClass !== null && QUALIFYING.has(wordClass)
}

/** For a measure all of them; who wrote a book is and was its author. */
function qualifying({ form }: Question): (word: Word) => boolean {
  if (form.kind === 'who') return (word) => isQualifying(word) && !word.inOpening
  return (word) => isQualifying(word) || /^(?:i|me|you|we|us)$/.test(word.folded)
}

/** How one asks to be told (how can I, how do you) tells nothing but the time. */
function isQualifyingHere(word: Word): boolean {
  return isQualifying(word) && (!word.inOpening || word.wordClass === 'past')
}
