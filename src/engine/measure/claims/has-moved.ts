import { statusesOf } from './dispute.ts'
import type { Ledger } from './ledger.ts'
import { opinionsOn } from './opinions.ts'

/** Whether the opinion of a seat or the status of an entry differs between two states of a ledger. */
export function hasMoved(before: Ledger, now: Ledger, seats: string[]): boolean {
  const stateOf = (ledger: Ledger) => JSON.stringify([opinionsOn(ledger, seats), statusesOf(ledger, seats)])
  return stateOf(before) !== stateOf(now)
}
