import { withTimeLimit } from '../../utils/with-time-limit.ts'
import type { FlightClaim, FlightClaims } from './flight-claims.ts'

/** How long a claim is good for without being renewed, and how often it is. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000

/** How long one waits for an answer to a claim. */
const TIMEOUT_MS = 2_000

/** How long one waits before looking again; twice as long each time. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

/** A run that another process may be at already. */
export interface ClaimedRun<Result> {
  flight: string
  /** What has been stored of it meanwhile. */
  find: () => Promise<Result | null>
  start: (signal: AbortSignal) => Promise<Result>
  signal: AbortSignal
}

interface ClaimParts {
  claims: FlightClaims
  now: () => number
  /** Resolves after a while, or rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A name that nobody else goes by. */
  newHolder: () => string
  /** Hears that claims could not be read or written. */
  onFault: (error: unknown) => void
}

/**
 * Lets processes that share a store share runs: one claims it, the others wait for what it stores. Who finds the claims
 * out of order runs by itself, for paying twice is better than not answering.
 */
export function createClaimedRuns(parts: ClaimParts) {
  const { claims, now, wait, newHolder, onFault } = parts

  return async <Result>({ flight, find, start, signal }: ClaimedRun<Result>): Promise<Result> => {
    const holder = newHolder()
    let waitedFor: string | null = null
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const claim = { flight, holder, until: now() + LEASE_MS }
        const runs = await withTimeLimit(TIMEOUT_MS, claims.claim(claim, now()))
        if (runs === holder) break
        // The one waited for ended without a result that could be served, and yet another has begun.
        if (waitedFor !== null && runs !== waitedFor) return start(signal)
        waitedFor = runs
        await wait(pauseMs, signal)
        const stored = await find()
        if (stored !== null) return stored
      } catch (error) {
        signal.throwIfAborted()
        onFault(error)
        // A claim that came through late is nobody's.
        claims.release(flight, holder).catch(onFault)
        return start(signal)
      }
    }
    return runClaimed({ flight, holder }, async () => (await findIfPossible(find)) ?? start(signal))
  }

  /** What was stored between the first look and the claim, if it can be read. */
  async function findIfPossible<Result>(find: () => Promise<Result | null>): Promise<Result | null> {
    try {
      return await find()
    } catch (error) {
      onFault(error)
      return null
    }
  }

  async function runClaimed<Result>(
    claim: Omit<FlightClaim, 'until'>,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const landed = new AbortController()
    void keepRenewing(claim, landed.signal)
    try {
      return await run()
    } finally {
      landed.abort()
      // Nobody waits for it: a claim that is not given back lapses.
      claims.release(claim.flight, claim.holder).catch(onFault)
    }
  }

  async function keepRenewing(claim: Omit<FlightClaim, 'until'>, landed: AbortSignal): Promise<void> {
    // A wait that breaks off is the end of the run, or of the service.
    const goesOn = () =>
      wait(RENEW_MS, landed).then(
        () => true,
        () => false,
      )
    while (await goesOn()) {
      try {
        if (!(await claims.renew({ ...claim, until: now() + LEASE_MS }))) return
      } catch (error) {
        // The lease outlasts a failed renewal or two; the next may come through.
        onFault(error)
      }
    }
  }
}
