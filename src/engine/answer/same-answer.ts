import { sameQuantity } from '../quantity/index.ts'
import { sameDate } from './calendar-date.ts'
import type { CanonicalAnswer } from './canonical-answer.ts'

/** Whether two closed answers of one kind are equal; null when they are not of one closed kind. */
export function sameClosedAnswer(left: CanonicalAnswer, right: CanonicalAnswer): boolean | null {
  if (left.kind === 'option' && right.kind === 'option') return left.letter === right.letter
  if (left.kind === 'boolean' && right.kind === 'boolean') return left.value === right.value
  if (left.kind === 'date' && right.kind === 'date') return sameDate(left.date, right.date)
  if (left.kind === 'quantity' && right.kind === 'quantity')
    return sameQuantity(left.quantity, right.quantity)
  if (left.kind === 'set' && right.kind === 'set') return left.items.join('|') === right.items.join('|')
  if (left.kind === 'name' && right.kind === 'name') return sameName(left.words, right.words)
  return null
}

/** Names are the same when one is a shorter form of the other: fewer of the same words, or the initials. */
function sameName(left: string[], right: string[]): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (short.every((word) => long.some((other) => nearlyEqual(word, other)))) return true
  const initials = long.map((word) => word[0]).join('')
  return short.length === 1 && long.length > 1 && short[0] === initials
}

/** Equal, or one letter apart in a long word: a typing slip, not another name. */
function nearlyEqual(left: string, right: string): boolean {
  if (left === right) return true
  if (left.length < 7 || Math.abs(left.length - right.length) > 1 || /\d/.test(left + right)) return false
  let prefix = 0
  while (prefix < left.length && left[prefix] === right[prefix]) prefix++
  let suffix = 0
  while (
    suffix < left.length - prefix &&
    suffix < right.length - prefix &&
    left.at(-1 - suffix) === right.at(-1 - suffix)
  )
    suffix++
  return Math.max(left.length, right.length) - prefix - suffix <= 1
}
