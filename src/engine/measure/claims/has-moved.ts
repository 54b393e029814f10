import type { Ledger } from './ledger.ts'
import { opinionsOn } from './opinions.ts'

/**
 * Whether the opinion of a seat differs between two states of a ledger. An entry that is struck moves nobody: without a
 * change of mind another iteration would only pay for the same replies.
 */
export function hasMoved(before: Ledger, now: Ledger, seats: string[]): boolean {
  return JSON.stringify(opinionsOn(before, seats)) !== JSON.stringify(opinionsOn(now, seats))
}
