import { withTimeLimit } from '../../utils/time-limits.ts'

/** A temporary claim on a run: it expires when its holder dies and stops renewing it. */
export interface RunClaim {
  /** Names the run without revealing the request. */
  run: string
  holder: string
  /** How long the claim lasts from now, unless it is renewed; measured by the store. */
  leaseMs: number
}

/** Which replica executes which run, shared by all that use the store. */
export interface RunClaims {
  /** Claims a run unless another holder has it; returns the current holder. */
  claim(claim: RunClaim): Promise<string>
  renew(claim: RunClaim): Promise<void>
  /** Releases a claim; that of another holder stays. */
  release(run: string, holder: string): Promise<void>
}

const LEASE_MS = 15_000
const RENEWAL_MS = 5_000
/** How long to wait for an answer to a claim. */
const TIMEOUT_MS = 2_000
/** How long to wait before the result of another replica is looked for: longer each time. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

export interface ClaimParts {
  claims: RunClaims
  /** Resolves after a while, or rejects when the signal aborts or the service ends. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  newHolder: () => string
  onFault: (error: unknown) => void
}

/** A run that another replica may already be executing. */
interface ClaimedRun<Result> {
  run: string
  find: () => Promise<Result | null>
  start: (signal: AbortSignal) => Promise<Result>
  signal: AbortSignal
}

/** Lets replicas share runs. If claims fail, a replica runs by itself: paying twice is better than not answering. */
export function createClaimedRuns({ claims, wait, newHolder, onFault }: ClaimParts) {
  return async <Result>({ run, find, start, signal }: ClaimedRun<Result>): Promise<Result> => {
    const holder = newHolder()
    let waitedFor: string | null = null
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const claimed = claims.claim({ run, holder, leaseMs: LEASE_MS })
        const runsNow = await withTimeLimit(TIMEOUT_MS, claimed)
        if (runsNow === holder) break
        // The holder ended without a servable result, and yet another replica has started.
        if (waitedFor !== null && runsNow !== waitedFor) return start(signal)
        waitedFor = runsNow
        await wait(pauseMs, signal)
        const stored = await find()
        if (stored !== null) return stored
      } catch (error) {
        signal.throwIfAborted()
        onFault(error)
        // Release a claim that succeeded too late.
        claims.release(run, holder).catch(onFault)
        return start(signal)
      }
    }
    // A run that was paid for in part continues even if the claim is lost: its caller waits for it.
    return whileRenewing(run, holder, async () => (await find().catch(onFault)) ?? start(signal))
  }

  async function whileRenewing<Result>(run: string, holder: string, work: () => Promise<Result>) {
    const ended = new AbortController()
    void renew(run, holder, ended.signal)
    try {
      return await work()
    } finally {
      ended.abort()
      // Not awaited: a claim that is not released expires.
      claims.release(run, holder).catch(onFault)
    }
  }

  async function renew(run: string, holder: string, ended: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await wait(RENEWAL_MS, ended)
        // The lease outlasts a failed renewal or two; the next one may succeed.
        await claims.renew({ run, holder, leaseMs: LEASE_MS }).catch(onFault)
      }
    } catch {
      // The run or the service has ended.
    }
  }
}
