import { findQuantities, parseQuantity, sameQuantity } from '../../engine/quantity/index.ts'
import { contentWords, isNegated } from '../../engine/words.ts'

const COPULA = /^(.+?)\s(?:is|are|equals|was|were)\s(.+)$/s
const YES_OR_NO = /^\s*(?:is|are|was|were|does|do|did|can|could|has|have|will)\b/i
const CONDITIONAL =
  /\b(?:if|whether|unless|when|where|provided|restricted|except|disputed|unsolved|unknown|unproved|either)\b/i
const SHORT = 6

/**
 * The short answer a statement gives to a question: what stands after “is” when the question asks about
 * what stands before it, the other way round otherwise, yes or no when that is asked, else the whole statement.
 */
export function readOff(question: string, statement: string): string {
  const plain = statement.trim().replace(/\.$/, '')
  if (YES_OR_NO.test(question)) {
    // What holds on a condition, or is open, is neither a yes nor a no.
    if (CONDITIONAL.test(plain) && !CONDITIONAL.test(question)) return plain
    return agrees(question, plain) ? 'yes' : 'no'
  }
  const [, subject, predicate] = COPULA.exec(plain) ?? []
  if (subject === undefined || predicate === undefined) return plain
  const asked = new Set(contentWords(question))
  const overlap = (part: string) => {
    const words = contentWords(part)
    return words.filter((word) => asked.has(word)).length / Math.max(1, words.length)
  }
  return overlap(subject) >= overlap(predicate) ? upToComma(predicate) : subject
}

/** A yes-or-no question agrees with a statement that has its polarity, its numbers and most of its words. */
function agrees(question: string, statement: string): boolean {
  if (isNegated(question) !== isNegated(statement)) return false
  const stated = findQuantities(statement)
  const numbersHold = findQuantities(question).every((asked) =>
    stated.some((known) => sameQuantity(asked, known)),
  )
  const said = new Set(contentWords(statement))
  const asked = contentWords(question)
  return numbersHold && asked.filter((word) => said.has(word)).length >= 0.8 * asked.length
}

/** Leaves off a subordinate clause when what stands before it is an answer by itself. */
function upToComma(predicate: string): string {
  const [head = predicate] = predicate.split(/[,;:] /)
  const isAnswer =
    parseQuantity(head) !== null || (head.split(' ').length <= SHORT && !predicate.includes(' and '))
  return isAnswer ? head : predicate
}
