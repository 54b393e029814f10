import type { LockClaim, Locks } from '../../locks/locks.ts'

/** Locks in the memory of the only process that uses a store, by a clock that never jumps. */
export function createMemoryLocks(now: () => number): Locks {
  const claims = new Map<string, { holder: string; until: number }>()
  const lease = ({ lock, holder, leaseMs }: LockClaim) => claims.set(lock, { holder, until: now() + leaseMs })
  return {
    async claim(claim) {
      const held = claims.get(claim.lock)
      if (held !== undefined && held.until > now()) return held.holder
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
