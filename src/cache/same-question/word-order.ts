import { type AlignedPair, type Alignment, align } from './align.ts'
import type { ReadQuestion, Word } from './read-question.ts'
import type { WordTable } from './verifier-model.ts'

export interface QuestionPair {
  left: ReadQuestion
  right: ReadQuestion
  alignment: Alignment
  order: WordOrder
}

/** Aligns two questions, always in the same order, so that it does not matter which was asked first. */
export function compareQuestions(one: ReadQuestion, other: ReadQuestion, table: WordTable): QuestionPair {
  const [left, right] = one.text <= other.text ? [one, other] : [other, one]
  const alignment = align(left, right, table)
  return { left, right, alignment, order: wordOrder(left, right, alignment.pairs) }
}

interface WordOrder {
  /** Pairs of shared words that change places. */
  inversions: number
  /** Whether two shared names have swapped their roles: defeated B, was defeated by B. */
  isTurned: boolean
  /** Whether two shared words have swapped their places between the same neighbours. */
  isSwapped: boolean
  /** Whether two shared names, or two shared numbers, come in the other order. */
  areNamesTurned: boolean
}

/** After this many shared words, the rest is not compared; texts that long need equal words in order anyway. */
const MOST_COMPARED = 80
/** What is between two things is the same in either order. */
const MUTUAL = new Set(
  'distanc differenc differ different between compar comparison versus relationship relation similar similarity common far same'.split(
    ' ',
  ),
)

function wordOrder(left: ReadQuestion, right: ReadQuestion, pairs: AlignedPair[]): WordOrder {
  const ordered = pairs.toSorted((one, other) => one.left.place - other.left.place).slice(0, MOST_COMPARED)
  const isMutual = [left, right].every(({ words }) => words.some(({ stem }) => MUTUAL.has(stem)))
  const order: WordOrder = { inversions: 0, isTurned: false, isSwapped: false, areNamesTurned: false }
  for (const [index, one] of ordered.entries()) {
    for (const other of ordered.slice(index + 1)) {
      const voice = voiceOf(one, other)
      if (voice === 'turned') order.isTurned = true
      if (voice !== null || one.right.place < other.right.place || areListed(one, other)) continue
      order.inversions++
      if (isMutual) continue
      if (areNames(one, other) && !areMarked(one, other)) order.areNamesTurned = true
      if (areSwapped(left, right, one, other)) order.isSwapped = true
    }
  }
  return order
}

/**
 * “Rome was founded by Romulus” and “Romulus founded Rome”: the agent comes last with “by”, first without. If both
 * keep their order although one says “by”, they have swapped roles.
 */
function voiceOf(one: AlignedPair, other: AlignedPair): 'kept' | 'turned' | null {
  const isBare = ({ left, right }: AlignedPair) => left.mark === '' && right.mark === ''
  const agent = [one, other].find(
    ({ left, right }) =>
      (left.mark === 'by' && right.mark === '') || (left.mark === '' && right.mark === 'by'),
  )
  if (agent === undefined || !isBare(agent === one ? other : one)) return null
  if (one.right.place > other.right.place) return 'kept'
  return agent.left.isName && (agent === one ? other : one).left.isName ? 'turned' : null
}

/** Whether two pairs are both names, or both numbers. */
function areNames(one: AlignedPair, other: AlignedPair): boolean {
  const isNumber = ({ left }: AlignedPair) => left.number !== null
  const isName = ({ left, right }: AlignedPair) => left.isName || right.isName
  return (
    (isNumber(one) && isNumber(other)) || (isName(one) && isName(other) && one.left.row !== other.left.row)
  )
}

/** Whether two words keep prepositions, or the lack of one, that show their roles wherever they occur: “in Denver”. */
function areMarked(one: AlignedPair, other: AlignedPair): boolean {
  return (
    one.left.mark === one.right.mark &&
    other.left.mark === other.right.mark &&
    one.left.mark !== other.left.mark
  )
}

/** Whether both questions join two things with “and” or “or”, so that the order means nothing. */
function areListed(one: AlignedPair, other: AlignedPair): boolean {
  const areSide = (left: Word, right: Word) => left.row === right.row && left.member !== right.member
  if (!areSide(one.left, other.left) || !areSide(one.right, other.right)) return false
  const areAlike =
    (one.left.isName && other.left.isName) || (one.left.number !== null && other.left.number !== null)
  return areAlike || other.left.place - one.left.place <= 3 || one.right.place - other.right.place <= 3
}

/** Whether two words have swapped places: each follows, or precedes, the word that the other did. */
function areSwapped(left: ReadQuestion, right: ReadQuestion, one: AlignedPair, other: AlignedPair): boolean {
  if (other.left.place - one.left.place < 2 || one.right.place - other.right.place < 2) return false
  const [before, after] = [-1, 1].map((step) => {
    const near = ({ words }: ReadQuestion, { place }: Word) => words[place + step]?.stem ?? '·'
    return (
      near(left, one.left) === near(right, other.right) && near(left, other.left) === near(right, one.right)
    )
  })
  return before! || after!
}
