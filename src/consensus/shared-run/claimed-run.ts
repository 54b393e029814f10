import { FIRST_PAUSE_MS, nextPause } from '../../locks/pauses.ts'
import { createHolding, LEASE_MS, type LockParts } from '../../locks/while-holding.ts'
import { withTimeLimit } from '../../utils/with-time-limit.ts'

/** How long to wait for an answer to a claim. */
const TIMEOUT_MS = 2_000

/** A run that another process may already be executing. */
export interface ClaimedRun<Result> {
  flight: string
  /** Looks for a result stored in the meantime. */
  find: () => Promise<Result | null>
  start: (signal: AbortSignal) => Promise<Result>
  signal: AbortSignal
}

/**
 * Lets processes that share a store share runs: one process claims the run, the others wait for the result it stores.
 * If claims fail, a process runs by itself, because paying twice is better than not answering.
 */
export function createClaimedRuns(parts: LockParts) {
  const { locks, wait, newHolder, onFault } = parts
  const whileHolding = createHolding(parts)

  return async <Result>({ flight, find, start, signal }: ClaimedRun<Result>): Promise<Result> => {
    const holder = newHolder()
    let waitedFor: string | null = null
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = nextPause(pauseMs)) {
      try {
        const claimed = locks.claim({ lock: flight, holder, leaseMs: LEASE_MS })
        const runs = await withTimeLimit(TIMEOUT_MS, claimed)
        if (runs === holder) break
        // The holder ended without a servable result, and yet another process has started.
        if (waitedFor !== null && runs !== waitedFor) return start(signal)
        waitedFor = runs
        await wait(pauseMs, signal)
        const stored = await find()
        if (stored !== null) return stored
      } catch (error) {
        signal.throwIfAborted()
        onFault(error)
        // Release a claim that succeeded too late.
        locks.release(flight, holder).catch(onFault)
        return start(signal)
      }
    }
    // A run that was paid for in part continues even if the claim is lost: its caller waits for it.
    const runUnlessFound = async () => (await findIfPossible(find)) ?? start(signal)
    return whileHolding({ lock: flight, holder }, runUnlessFound)
  }

  /** A result stored between the first lookup and the claim, if it can be read. */
  async function findIfPossible<Result>(find: () => Promise<Result | null>): Promise<Result | null> {
    try {
      return await find()
    } catch (error) {
      onFault(error)
      return null
    }
  }
}
