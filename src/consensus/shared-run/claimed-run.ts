import { withTimeLimit } from '../../utils/with-time-limit.ts'
import type { FlightClaim, FlightClaims } from './flight-claims.ts'

/** How long a claim is valid without renewal, and how often it is renewed. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000

/** How long to wait for an answer to a claim. */
const TIMEOUT_MS = 2_000

/** How long to wait before checking again; doubled each time. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

/** A run that another process may already be executing. */
export interface ClaimedRun<Result> {
  flight: string
  /** Looks for a result stored in the meantime. */
  find: () => Promise<Result | null>
  start: (signal: AbortSignal) => Promise<Result>
  signal: AbortSignal
}

interface ClaimParts {
  claims: FlightClaims
  /** Resolves after a while, or rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Creates a unique holder name. */
  newHolder: () => string
  /** Called when claims could not be read or written. */
  onFault: (error: unknown) => void
}

/**
 * Lets processes that share a store share runs: one process claims the run, the others wait for the result it stores.
 * If claims fail, a process runs by itself, because paying twice is better than not answering.
 */
export function createClaimedRuns(parts: ClaimParts) {
  const { claims, wait, newHolder, onFault } = parts

  return async <Result>({ flight, find, start, signal }: ClaimedRun<Result>): Promise<Result> => {
    const holder = newHolder()
    let waitedFor: string | null = null
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const claimed = claims.claim({ flight, holder, leaseMs: LEASE_MS })
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
        claims.release(flight, holder).catch(onFault)
        return start(signal)
      }
    }
    return runClaimed({ flight, holder }, async () => (await findIfPossible(find)) ?? start(signal))
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

  async function runClaimed<Result>(
    claim: Omit<FlightClaim, 'leaseMs'>,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const landed = new AbortController()
    void keepRenewing(claim, landed.signal)
    try {
      return await run()
    } finally {
      landed.abort()
      // Not awaited: a claim that is not released expires.
      claims.release(claim.flight, claim.holder).catch(onFault)
    }
  }

  async function keepRenewing(claim: Omit<FlightClaim, 'leaseMs'>, landed: AbortSignal): Promise<void> {
    // An aborted wait means the end of the run, or of the service.
    const goesOn = () =>
      wait(RENEW_MS, landed).then(
        () => true,
        () => false,
      )
    while (await goesOn()) {
      try {
        if (!(await claims.renew({ ...claim, leaseMs: LEASE_MS }))) return
      } catch (error) {
        // The lease outlasts a failed renewal or two; the next one may succeed.
        onFault(error)
      }
    }
  }
}
