import type { Claim, ClaimStatus } from '../../../src/contract/claims.ts'

/** A point with its number among all of them; the first is 1. */
export interface NumberedPoint {
  number: number
  claim: Claim
}

/** Points with the same standing. */
export interface PointGroup {
  status: ClaimStatus
  points: NumberedPoint[]
}

const ORDER: ClaimStatus[] = ['disputed', 'conditional', 'struck', 'single', 'agreed', 'unexamined']

/** The points of a run by where the models stand on them, what is in question first, and central ones before others. */
export function pointGroups(claims: Claim[]): PointGroup[] {
  const numbered = claims.map((claim, place) => ({ number: place + 1, claim }))
  return ORDER.map((status) => ({
    status,
    points: numbered
      .filter(({ claim }) => claim.status === status)
      .sort((one, other) => Number(other.claim.central) - Number(one.claim.central)),
  })).filter((group) => group.points.length > 0)
}
