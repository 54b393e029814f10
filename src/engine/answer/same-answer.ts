import { sameQuantity } from '../quantity/index.ts'
import { sameDate } from './calendar-date.ts'
import type { CanonicalAnswer } from './canonical-answer.ts'
import { sameName } from './name.ts'

/** Whether two closed answers of one kind are equal; null when that is open, or when they are of two kinds. */
export function sameClosedAnswer(left: CanonicalAnswer, right: CanonicalAnswer): boolean | null {
  if (left.kind === 'option' && right.kind === 'option') return left.letter === right.letter
  if (left.kind === 'boolean' && right.kind === 'boolean') return left.value === right.value
  if (left.kind === 'date' && right.kind === 'date')
    return left.bound === right.bound && sameDate(left.date, right.date)
  if (left.kind === 'quantity' && right.kind === 'quantity')
    return sameQuantity(left.quantity, right.quantity)
  if (left.kind === 'set' && right.kind === 'set') return left.items.join('|') === right.items.join('|')
  if (left.kind === 'name' && right.kind === 'name') return sameName(left.name, right.name)
  return null
}
