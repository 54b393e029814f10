import type { LockClaim, Locks } from './locks.ts'

/** How long a claim is valid without renewal, and how often it is renewed. */
export const LEASE_MS = 15_000
const RENEW_MS = 5_000

/** Another process holds the lock, because this one was suspended for longer than a lease. */
export class LockLost extends Error {
  override name = 'LockLost'
}

/** What is needed to hold a lock. */
export interface LockParts {
  locks: Locks
  /** Resolves after a while, or rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Creates a unique holder name. */
  newHolder: () => string
  /** Called when locks could not be read or written. */
  onFault: (error: unknown) => void
}

/** Made once: an error with its stack takes longer than the rest of the work here. */
const OVER = new Error('The work is over.')

type HeldClaim = Omit<LockClaim, 'leaseMs'>

/**
 * Runs work while renewing a claim that was made, and releases it when the work has ended, however it ended. If the
 * claim is lost meanwhile, the signal of the work aborts with LockLost.
 */
export async function whileHolding<Result>(
  claim: HeldClaim,
  work: (signal: AbortSignal) => Promise<Result>,
  parts: Pick<LockParts, 'locks' | 'wait' | 'onFault'>,
): Promise<Result> {
  const lost = new AbortController()
  const ended = new AbortController()
  void keepRenewing(claim, { ...parts, ended: ended.signal, lost })
  try {
    return await work(lost.signal)
  } finally {
    ended.abort(OVER)
    // Not awaited: a claim that is not released expires.
    parts.locks.release(claim.lock, claim.holder).catch(parts.onFault)
  }
}

interface Renewal extends Pick<LockParts, 'locks' | 'wait' | 'onFault'> {
  ended: AbortSignal
  lost: AbortController
}

async function keepRenewing(claim: HeldClaim, { locks, wait, onFault, ended, lost }: Renewal): Promise<void> {
  // An aborted wait means the end of the work, or of the service.
  const goesOn = () =>
    wait(RENEW_MS, ended).then(
      () => true,
      () => false,
    )
  while (await goesOn()) {
    try {
      if (await locks.renew({ ...claim, leaseMs: LEASE_MS })) continue
      // A claim that the work has released meanwhile is not lost.
      if (!ended.aborted) lost.abort(new LockLost('Another process has taken over this work.'))
      return
    } catch (error) {
      // The lease outlasts a failed renewal or two; the next one may succeed.
      onFault(error)
    }
  }
}
