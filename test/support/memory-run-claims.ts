import type { RunClaim, RunClaims } from '../../src/consensus/shared-run/claimed-run.ts'

/** Claims in memory, for processes that a test plays. */
export function createMemoryRunClaims(now: () => number): RunClaims {
  const claims = new Map<string, { holder: string; until: number }>()
  const lease = ({ run, holder, leaseMs }: RunClaim) => claims.set(run, { holder, until: now() + leaseMs })
  return {
    async claim(claim) {
      const held = claims.get(claim.run)
      if (held !== undefined && held.until > now()) return held.holder
      lease(claim)
      return claim.holder
    },
    async renew(claim) {
      if (claims.get(claim.run)?.holder === claim.holder) lease(claim)
    },
    async release(run, holder) {
      if (claims.get(run)?.holder === holder) claims.delete(run)
    },
  }
}
