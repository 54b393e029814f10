import type { Claim, ClaimStatus } from '../../../src/contract/claims.ts'

/** A claim with the number by which the answer refers to it; the first is 1. */
export interface NumberedClaim {
  number: number
  claim: Claim
}

/** Claims with the same standing. */
export interface ClaimGroup {
  status: ClaimStatus
  claims: NumberedClaim[]
}

const ORDER: ClaimStatus[] = ['disputed', 'conditional', 'agreed', 'single', 'struck', 'unexamined']

/** The claims of a run by where the panel stands on them, what is in question first, and central ones before others. */
export function claimGroups(claims: Claim[]): ClaimGroup[] {
  const numbered = claims.map((claim, place) => ({ number: place + 1, claim }))
  return ORDER.map((status) => ({
    status,
    claims: numbered
      .filter(({ claim }) => claim.status === status)
      .sort((one, other) => Number(other.claim.central) - Number(one.claim.central)),
  })).filter((group) => group.claims.length > 0)
}
