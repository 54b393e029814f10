import type { Claim, ClaimAnalysis } from '../../../contract/claims.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import type { Seat } from '../../panel/panel.ts'
import { namesOf } from './panel-claims.ts'

/** The claims of a panel by what they mean to a reader; struck ones are in none of the lists. */
export function claimAnalysis(claims: Claim[], ledger: Ledger, seats: Seat[]): ClaimAnalysis {
  const unopposed = claims.filter(({ status }) => status !== 'disputed' && status !== 'struck')
  const shared = unopposed.filter((claim) => claim.for.length > 1)
  // What one model said and all others only confirmed is no finding of the panel: to confirm costs nothing.
  const isWhole = ({ status, unsure }: Claim) => status === 'agreed' && unsure.length === 0
  return {
    consensus: shared.filter(isWhole).map(({ text }) => text),
    contradictions: contradictions(claims, ledger),
    partial: shared.filter((claim) => !isWhole(claim)).map(attributed),
    unique: unopposed.filter((claim) => claim.for.length === 1).map(attributed),
    gaps: ledger.missed.map(({ text, seats: keys }) => ({ text, names: namesOf(keys, seats) })),
  }
}

/** Each disputed claim once, with the disputed ones that it excludes. */
function contradictions(claims: Claim[], { entries }: Ledger): ClaimAnalysis['contradictions'] {
  const told = new Set<number>()
  return claims.flatMap((claim, place) => {
    if (claim.status !== 'disputed' || told.has(place)) return []
    const rivals = entries[place]!.rivals.filter(
      (rival) => claims[rival]!.status !== 'struck' && !told.has(rival),
    )
    for (const one of [place, ...rivals]) told.add(one)
    const excluded = rivals.map((rival) => attributed(claims[rival]!))
    return [
      {
        claims: [attributed(claim), ...excluded],
        ...(claim.reason === undefined ? {} : { reason: claim.reason }),
      },
    ]
  })
}

function attributed(claim: Claim): { text: string; names: string[] } {
  return { text: claim.text, names: claim.for }
}
