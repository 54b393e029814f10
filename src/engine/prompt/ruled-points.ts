import { countEntries } from '../measure/claims/dispute.ts'
import type { Ledger, LedgerEntry } from '../measure/claims/ledger.ts'
import { lastRuling } from '../measure/claims/opinions.ts'
import type { RuledPoint, RulingReason } from '../panel/brief.ts'

/** The points of a panel as a writer is shown them: by number, with where the panel stands and why. */
export function ruledPoints(ledger: Ledger, seats: string[]): RuledPoint[] {
  return countEntries(ledger, seats).map(({ entry, tally, status }, place) => ({
    number: place + 1,
    text: entry.text,
    status,
    isGap: entry.isGap,
    for: tally.true,
    against: tally.false,
    reasons: reasonsOn(entry),
  }))
}

/** What seats last said against a point, and on what it depends according to them. */
export function reasonsOn(entry: LedgerEntry): RulingReason[] {
  const seats = new Set(entry.rulings.map(({ seat }) => seat))
  return [...seats].flatMap((seat): RulingReason[] => {
    const { opinion, reason } = lastRuling(entry, seat)!
    const isGiven = (opinion === 'false' || opinion === 'depends') && reason !== ''
    return isGiven ? [{ verdict: opinion, text: reason }] : []
  })
}
