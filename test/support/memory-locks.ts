import type { LockClaim, Locks } from '../../src/locks/locks.ts'

/** Locks in memory, by a clock of its own. */
export function createMemoryLocks(clock: () => number = () => 0): Locks {
  const claims = new Map<string, { holder: string; until: number }>()
  const lease = ({ lock, holder, leaseMs }: LockClaim) =>
    claims.set(lock, { holder, until: clock() + leaseMs })
  return {
    async claim(claim) {
      const held = claims.get(claim.lock)
      if (held && held.until > clock()) return held.holder
      lease(claim)
      return claim.holder
    },
    async renew(claim) {
      if (claims.get(claim.lock)?.holder !== claim.holder) return false
      lease(claim)
      return true
    },
    async release(lock, holder) {
      if (claims.get(lock)?.holder === holder) claims.delete(lock)
    },
  }
}
