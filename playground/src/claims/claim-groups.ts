import type { Claim, ClaimAnalysis, ClaimStatus } from '../../../src/contract/claims.ts'

/** Claims with the same standing. Claims that exclude each other stand together. */
export interface ClaimGroup {
  status: ClaimStatus
  disputes: Claim[][]
}

const ORDER: ClaimStatus[] = ['disputed', 'agreed', 'single', 'struck', 'unexamined']

/** The claims of a run by where the panel stands on them, what is in question first, and central ones before others. */
export function claimGroups(claims: Claim[], analysis?: ClaimAnalysis): ClaimGroup[] {
  const disputes = excludingClaims(claims, analysis)
  return ORDER.map((status) => ({
    status,
    disputes: disputes
      .filter((together) => together[0]?.status === status)
      .sort(([one], [other]) => Number(other?.central) - Number(one?.central)),
  })).filter((group) => group.disputes.length > 0)
}

/** Every claim once, together with those that it excludes. */
function excludingClaims(claims: Claim[], analysis?: ClaimAnalysis): Claim[][] {
  const placed = new Set<Claim>()
  const groups: Claim[][] = []
  for (const claim of claims) {
    if (placed.has(claim)) continue
    const texts = new Set(
      (analysis?.contradictions ?? [])
        .map((contradiction) => contradiction.claims.map(({ text }) => text))
        .filter((together) => together.includes(claim.text))
        .flat(),
    )
    const rivals = claims.filter((one) => one !== claim && texts.has(one.text) && !placed.has(one))
    const together = [claim, ...rivals.filter(({ status }) => status === claim.status)]
    for (const one of together) placed.add(one)
    groups.push(together)
  }
  return groups
}
