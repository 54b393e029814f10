import { areOpposite, isDenied } from '../../../language/opposites.ts'
import { foldText, isNegation, isStopWord, stem } from '../../../language/words.ts'
import { LONGEST_READ } from './claim-words.ts'

/**
 * The content words of a text that it affirms and that it denies; a word may be affirmed in one place and denied in
 * another.
 */
export interface Statements {
  affirmed: Set<string>
  denied: Set<string>
  /** Every word, including function words: “before” and “after” are function words, and they decide the meaning. */
  words: Set<string>
}

const CLAUSE_END = /[,.;:!?()\n–—](?=\s|$)/u
const WORD = /[\p{L}\p{N}]+(?:\.\p{N}+)?/gu
/** “Not only Einstein” and “nobody but Einstein” affirm him. */
const SOFTENING = new Set(['only', 'just', 'merely', 'simply', 'but'])

/** What a text affirms and denies. A negation denies the next word of its clause, or the whole of a name. */
export function statementsOf(text: string): Statements {
  const affirmed = new Set<string>()
  const denied = new Set<string>()
  const words = new Set<string>()
  const plain = text.slice(0, LONGEST_READ).replace(/n['’]t\b/g, ' not')
  for (const clause of plain.split(CLAUSE_END)) {
    let isPending = false
    let inDeniedName = false
    for (const [written] of clause.matchAll(WORD)) {
      const word = foldText(written)
      words.add(word)
      if (isNegation(word)) isPending = true
      else if (SOFTENING.has(word)) isPending = false
      if (isNegation(word) || isStopWord(word)) {
        inDeniedName = false
        continue
      }
      const isName = /^\p{Lu}/u.test(written)
      const isTurned: boolean = isPending || (inDeniedName && isName)
      if (isTurned) denied.add(stem(word))
      else affirmed.add(stem(word))
      inDeniedName = isTurned && isName
      isPending = false
    }
  }
  return { affirmed, denied, words }
}

/** Whether a text denies what another affirms, anywhere in it. */
function denies(one: Statements, other: Statements): boolean {
  return [...one.denied].some((word) => !one.affirmed.has(word) && other.affirmed.has(word))
}

/**
 * Whether two texts that are otherwise similar contradict each other: one denies what the other only affirms, or what a
 * question without negation assumes, or uses the opposite of a word.
 */
export function contradict(one: Statements, other: Statements, asked: Statements): boolean {
  if (isTurnedRound(one, other) || isTurnedRound(other, one)) return true
  if (asked.denied.size === 0 && denies(one, asked) !== denies(other, asked)) return true
  return areOpposed(one, other)
}

function isTurnedRound({ denied }: Statements, other: Statements): boolean {
  return [...denied].some((word) => other.affirmed.has(word) && !other.denied.has(word))
}

/** Whether one text has a word where the other has its opposite. */
function areOpposed(one: Statements, other: Statements): boolean {
  const [mine, theirs] = [beyond(one, other), beyond(other, one)]
  return mine.some((word) =>
    theirs.some((opposite) => areOpposite(word, opposite) || isDenied(word, opposite)),
  )
}

function beyond({ words }: Statements, other: Statements): string[] {
  return [...words].filter((word) => !other.words.has(word))
}
