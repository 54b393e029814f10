import type { Question, Word } from './read-question.ts'
import type { QuestionPair } from './word-order.ts'

/**
 * Whether nothing is left over: every content word occurs in both, in the same order and after the same prepositions,
 * and no function word makes it a different question.
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
 * Whether two questions ask for the same measure of the same thing, at least one of them with an adjective, or for who
 * made it, at least one with a verb: “How tall is the tower?” and “What is the height of the tower?”. They share so few
 * words that similarity says little, and yet there is no doubt: every content word occurs in both, in the same order
 * and in the same role.
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

/** The role of a word; it is the same in “the height of the tower” and “how tall the tower is”. */
function partOf({ mark }: Word): string {
  return mark === 'of' ? '' : mark
}

/** Function words that would make it a different question: whose, how much of it, when. */
function qualifiersOf({ words }: Question, is: (word: Word) => boolean): string {
  const telling = words.filter(is).map(({ folded }) => folded)
  return telling.map((word) => (word === 'did' || word === 'were' ? 'was' : word)).join(' ')
}

const QUALIFYING = new Set<string>(['negation', 'quantity', 'person', 'modality', 'past', 'order', 'joint'])

function isQualifying({ wordClass, folded }: Word): boolean {
  if (wordClass === 'self') return /^(?:my|your|our)$/.test(folded)
  return wordClass !== null && QUALIFYING.has(wordClass)
}

/** For a measure, all of them; the person who wrote a book is and was its author. */
function qualifying({ form }: Question): (word: Word) => boolean {
  if (form.kind === 'who') return (word) => isQualifying(word) && !word.inOpening
  return (word) => isQualifying(word) || /^(?:i|me|you|we|us)$/.test(word.folded)
}

/** The phrasing of a request (how can I, how do you) means nothing except for its tense. */
function isQualifyingHere(word: Word): boolean {
  return isQualifying(word) && (!word.inOpening || word.wordClass === 'past')
}
