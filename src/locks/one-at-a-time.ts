import { StorageError } from '../contract/storage-error.ts'
import { FIRST_PAUSE_MS, nextPause } from './pauses.ts'
import { createHolding, LEASE_MS, LockLost, type LockParts } from './while-holding.ts'

/**
 * Runs work while no other process runs work under the same lock; waits for its turn first. Every process gets its
 * turn, so the work should begin by finding out what is left to do. Its signal aborts when the lock is lost; work that
 * then throws the reason of the signal gets another turn.
 */
export type OneAtATime = <Result>(
  lock: string,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

const never = new AbortController().signal

/** Runs work at once, for what no other process does or what may be done twice. */
export const withoutLock: OneAtATime = (_, work) => work(never)

/** Lets the processes that share a store take turns; one that died is waited for until its lease has run out. */
export function createOneAtATime(parts: LockParts): OneAtATime {
  const { locks, wait, newHolder, onFault } = parts
  const whileHolding = createHolding(parts)

  /** Waits until the lock is taken; false if locks are out of order. */
  async function take(lock: string, holder: string): Promise<boolean> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = nextPause(pauseMs)) {
      try {
        if ((await locks.claim({ lock, holder, leaseMs: LEASE_MS })) === holder) return true
      } catch (error) {
        // Work whose result could not be stored either need not be paid for.
        if (error instanceof StorageError) throw error
        onFault(error)
        return false
      }
      await wait(pauseMs, never)
    }
  }

  return async (lock, work) => {
    for (;;) {
      const holder = newHolder()
      if (!(await take(lock, holder))) return withoutLock(lock, work)
      try {
        return await whileHolding({ lock, holder }, (lost) => work(lost.signal))
      } catch (error) {
        if (!(error instanceof LockLost)) throw error
      }
    }
  }
}
