import type { Claim, ClaimAnalysis } from '../../../contract/claims.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { opinionsOn } from '../../measure/claims/opinions.ts'
import { votersAmong } from '../../measure/claims/voters.ts'
import type { Seat } from '../../panel/panel.ts'
import { namesOf } from './panel-claims.ts'

/** The claims of a panel by what they mean to a reader; struck ones that nobody holds any more are in none of the lists. */
export function claimAnalysis(claims: Claim[], ledger: Ledger, seats: Seat[]): ClaimAnalysis {
  const opinions = opinionsOn(
    ledger,
    seats.map(({ key }) => key),
  )
  const isShared = (claim: Claim) => votersAmong(opinions[claims.indexOf(claim)]!.for, ledger).size > 1
  const unopposed = claims.filter(({ status }) => status !== 'disputed' && status !== 'struck')
  const shared = unopposed.filter(isShared)
  // What one model said and all others only confirmed is no finding of the panel: to confirm costs nothing.
  const isWhole = ({ status, unsure }: Claim) => status === 'agreed' && unsure.length === 0
  return {
    consensus: shared.filter(isWhole).map(({ text }) => text),
    contradictions: contradictions(claims, ledger),
    partial: shared.filter((claim) => !isWhole(claim)).map(attributed),
    unique: unopposed.filter((claim) => !isShared(claim)).map(attributed),
    gaps: ledger.missed.map(({ text, seats: keys }) => ({ text, names: namesOf(keys, seats) })),
  }
}

/** Each claim that the panel is divided on once, with those that it excludes. */
function contradictions(claims: Claim[], { entries }: Ledger): ClaimAnalysis['contradictions'] {
  const told = new Set<number>()
  return claims.flatMap((claim, place) => {
    if (!isDivided(claim) || told.has(place)) return []
    const rivals = entries[place]!.rivals.filter((rival) => !isGivenUp(claims[rival]!) && !told.has(rival))
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

/** Disputed, or struck against a model that still holds it. */
function isDivided(claim: Claim): boolean {
  return claim.status === 'disputed' || (claim.status === 'struck' && !isGivenUp(claim))
}

function isGivenUp(claim: Claim): boolean {
  return claim.status === 'struck' && claim.for.length === 0
}

function attributed(claim: Claim): { text: string; names: string[] } {
  return { text: claim.text, names: claim.for }
}
