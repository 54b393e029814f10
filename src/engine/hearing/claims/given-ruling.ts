import type { ClaimOpinion } from '../../../contract/claims.ts'
import type { Ledger, LedgerEntry } from '../../measure/claims/ledger.ts'
import type { Seat } from '../../panel/panel.ts'

/** What a seat said of an entry, and what it counts as. */
export interface GivenRuling {
  /** The place of the entry in the ledger. */
  place: number
  said: ClaimOpinion
  counted: ClaimOpinion
  reason: string
  /** The reason or the id of the axiom that changed its mind; null when none did. */
  refutedBy: string | null
}

/** What one seat said of several entries. */
export interface SeatRulings {
  seat: Pick<Seat, 'key'>
  rulings: GivenRuling[]
}

/** The ledger with what seats said in an iteration added to its entries. */
export function withRulings(ledger: Ledger, given: SeatRulings[], iteration: number): Ledger {
  const entries = ledger.entries.map((entry, place): LedgerEntry => {
    const rulings = given.flatMap(({ seat, rulings }) =>
      rulings
        .filter((ruling) => ruling.place === place)
        .map(({ said, counted, reason }) => ({
          seat: seat.key,
          iteration,
          opinion: counted,
          // The reason for an opinion that does not count is none for the one that does.
          reason: said === counted ? reason : '',
        })),
    )
    return rulings.length === 0 ? entry : { ...entry, rulings: [...entry.rulings, ...rulings] }
  })
  return { ...ledger, entries }
}

/** The ledger with these entries marked as put to the panel. */
export function asExamined(ledger: Ledger, places: Iterable<number>): Ledger {
  const put = new Set(places)
  const entries = ledger.entries.map((entry, place) => ({
    ...entry,
    isExamined: entry.isExamined || put.has(place),
  }))
  return { ...ledger, entries }
}
