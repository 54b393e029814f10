import type { Claim, ClaimAnalysis } from '../../../contract/claims.ts'
import { countEntries } from '../../measure/claims/dispute.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { sizeOf, type Tally } from '../../measure/claims/opinions.ts'
import type { Seat } from '../../panel/panel.ts'

/** The claims of a panel by what they mean to a reader; struck ones that nobody holds any more are in none of the lists. */
export function claimAnalysis(claims: Claim[], ledger: Ledger, seats: Seat[]): ClaimAnalysis {
  const counted = countEntries(
    ledger,
    seats.map(({ key }) => key),
  )
  const named = claims.map((claim, place) => ({ claim, tally: counted[place]!.tally }))
  const made = named.filter(({ claim }) => claim.gap === undefined)
  const unopposed = made.filter(({ claim }) => !isDivided(claim) && claim.status !== 'struck')
  const isWhole = ({ tally }: { tally: Tally }) => tally.true === sizeOf(tally)
  return {
    consensus: unopposed.filter(isWhole).map(({ claim }) => claim.text),
    contradictions: made.filter(({ claim }) => isDivided(claim)).map(({ claim }) => contradiction(claim)),
    partial: unopposed.filter((one) => !isWhole(one) && one.tally.true > 1).map(attributed),
    unique: unopposed.filter((one) => !isWhole(one) && one.tally.true <= 1).map(attributed),
    gaps: named
      .filter(({ claim }) => claim.gap && !isDivided(claim) && claim.status !== 'struck')
      .map(attributed),
  }
}

/** Disputed, or struck against a model that still holds it. */
function isDivided({ status, for: holders }: Claim): boolean {
  return status === 'disputed' || (status === 'struck' && holders.length > 0)
}

function contradiction(claim: Claim): ClaimAnalysis['contradictions'][number] {
  const { reason } = claim
  return { claims: [attributed({ claim })], ...(reason === undefined ? {} : { reason }) }
}

function attributed({ claim }: { claim: Claim }): { text: string; names: string[] } {
  return { text: claim.text, names: claim.for }
}
