import { sameDate } from '../../../language/calendar-date.ts'
import { sameQuantity } from '../../../language/quantity/index.ts'
import type { CanonicalAnswer } from './canonical-answer.ts'
import { sameName } from './name.ts'

/** Whether two closed answers of the same kind are equal; null if that is not certain or if their kinds differ. */
export function sameClosedAnswer(left: CanonicalAnswer, right: CanonicalAnswer): boolean | null {
  if (left.kind === 'option' && right.kind === 'option') return left.letter === right.letter
  // Two conditional answers need not have the same conditions.
  if (left.kind === 'boolean' && right.kind === 'boolean')
    return left.value === right.value && (left.isQualified || right.isQualified)
      ? null
      : left.value === right.value
  if (left.kind === 'date' && right.kind === 'date')
    return left.bound === right.bound && sameDate(left.date, right.date)
  if (left.kind === 'quantity' && right.kind === 'quantity') {
    const same = sameQuantity(left.quantity, right.quantity)
    return same && countOther(left.counted, right.counted) ? null : same
  }
  if (left.kind === 'set' && right.kind === 'set') return sameItems(left, right)
  if (left.kind === 'name' && right.kind === 'name') return sameName(left.name, right.name)
  return null
}

/** Whether two numbers may count different things: “8 apples” and “8 pears”, “6 dozen” and “6”. */
function countOther(left: string[], right: string[]): boolean {
  return left.join() !== right.join()
}

type Items = Extract<CanonicalAnswer, { kind: 'set' }>

/** Whether two lists have the same items, in the same order if both are ordered; null if only one may be ordered. */
function sameItems(left: Items, right: Items): boolean | null {
  if (left.items.join('|') === right.items.join('|')) return true
  const [one, other] = [left, right].map(({ items }) => [...new Set(items)].sort().join('|'))
  if (one !== other) return false
  if (left.isOrdered && right.isOrdered) return false
  return left.isOrdered || right.isOrdered ? null : true
}
