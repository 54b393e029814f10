import type { LedgerEntry } from '../../measure/claims/ledger.ts'
import { lastRuling } from '../../measure/claims/opinions.ts'
import type { Seat } from '../../panel/panel.ts'
import { speakersAmong } from '../../panel/votes.ts'

/**
 * The probability that an entry is true: what the texts said before anybody was asked, times the share of the models
 * that do not call it false. An axiom against it counts as one more such model; who calls it true raises nothing,
 * because agreeing costs a model nothing. Several seats of a model are one.
 */
export function claimSupport(entry: LedgerEntry, seats: Seat[]): number {
  const voters = speakersAmong(seats.filter(({ key }) => isHeard(entry, key)))
  const denying = speakersAmong(seats.filter(({ key }) => lastRuling(entry, key)?.opinion === 'false'))
  const [against, all] = [denying.size, voters.size].map((count) => count + entry.contrary.length) as [
    number,
    number,
  ]
  return all === 0 ? entry.support : entry.support * (1 - against / all)
}

function isHeard(entry: LedgerEntry, seat: string): boolean {
  return entry.estimates[seat] !== undefined || lastRuling(entry, seat) !== null
}
