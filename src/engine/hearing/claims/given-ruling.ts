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
        .map(({ counted, reason }) => ({ seat: seat.key, iteration, opinion: counted, reason })),
    )
    return rulings.length === 0 ? entry : { ...entry, rulings: [...entry.rulings, ...rulings] }
  })
  return { ...ledger, entries }
}
