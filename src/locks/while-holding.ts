import type { LockClaim, Locks } from './locks.ts'

/** How long a claim is valid without renewal. */
export const LEASE_MS = 15_000
/** How often claims are looked at, and at which of these looks one is renewed: five seconds after the last time. */
const LOOK_MS = 2_500
const LOOKS = 2

/** Another process holds the lock, because this one was suspended for longer than a lease. */
export class LockLost extends Error {
  override name = 'LockLost'
}

/** What is needed to hold a lock. */
export interface LockParts {
  locks: Locks
  /** Resolves after a while, or rejects when the signal aborts or the service ends. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Creates a unique holder name. */
  newHolder: () => string
  /** Called when locks could not be read or written. */
  onFault: (error: unknown) => void
}

type HeldClaim = Omit<LockClaim, 'leaseMs'>

/**
 * Runs work while renewing a claim that was made, and releases it when the work has ended, however it ended. If the
 * claim is lost meanwhile, the controller aborts with LockLost.
 */
export type WhileHolding = <Result>(
  claim: HeldClaim,
  work: (lost: Pick<AbortController, 'signal'>) => Promise<Result>,
) => Promise<Result>

/** Renews all claims that are held with one timer: hundreds of runs each hold one. */
export function createHolding({ locks, wait, onFault }: Omit<LockParts, 'newHolder'>): WhileHolding {
  const held = new Map<HeldClaim, { lost: AbortController; looks: number }>()
  const never = new AbortController().signal
  let isLooking = false

  async function lookAfterThem(): Promise<void> {
    isLooking = true
    try {
      while (held.size > 0) {
        await wait(LOOK_MS, never)
        for (const [claim, state] of held) if (++state.looks % LOOKS === 0) void renew(claim)
      }
    } catch {
      // The service ends.
    } finally {
      isLooking = false
    }
  }

  async function renew(claim: HeldClaim): Promise<void> {
    try {
      if (await locks.renew({ ...claim, leaseMs: LEASE_MS })) return
      // A claim that the work has released meanwhile is not lost.
      held.get(claim)?.lost.abort(new LockLost('Another process has taken over this work.'))
    } catch (error) {
      // The lease outlasts a failed renewal or two; the next one may succeed.
      onFault(error)
    }
  }

  return async (claim, work) => {
    const lost = new AbortController()
    held.set(claim, { lost, looks: 0 })
    if (!isLooking) void lookAfterThem()
    try {
      return await work(lost)
    } finally {
      held.delete(claim)
      // Not awaited: a claim that is not released expires.
      locks.release(claim.lock, claim.holder).catch(onFault)
    }
  }
}
