import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryPause, startDeadline } from './attempt-timing.ts'
import { ProviderFault } from './provider-fault.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  // First what watches the fake timers: it would put them back later.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A deadline, and the reasons that it gave. */
function limited(limits: 'whole' | 'silence' = 'silence') {
  const caller = new AbortController()
  const deadline = startDeadline({ timeoutMs: 1_000, signal: caller.signal, limits })
  const reasons: unknown[] = []
  deadline.signal.addEventListener('abort', () => reasons.push(deadline.signal.reason))
  return { reasons, caller, ...deadline }
}

/** Lets time pass, and what is due be done. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

test('a call that never says anything is over after the limit', async () => {
  const { reasons } = limited()
  await pass(999)
  expect(reasons).toEqual([])
  await pass(1)
  expect(reasons).toEqual([expect.objectContaining({ name: 'TryTimedOut' })])
})

test('a call is not over while something arrives, and then one limit after the last arrival', async () => {
  const { reasons, onArrival } = limited()
  for (let arrivals = 0; arrivals < 20; arrivals++) {
    await pass(900)
    onArrival()
  }
  await pass(990)
  expect(reasons).toEqual([])
  await pass(20)
  expect(reasons[0]).toBeInstanceOf(ProviderFault)
  expect(reasons[0]).toMatchObject({ code: 'timeout', mayPass: true })
})

test('what arrives with the end of the limit is in time', async () => {
  const { reasons, onArrival } = limited()
  vi.advanceTimersByTime(1_000)
  onArrival()
  await pass(0)
  expect(reasons).toEqual([])
})

test('any number of arrivals takes one timer for each limit', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const { onArrival } = limited()
  for (let arrivals = 0; arrivals < 10_000; arrivals++) onArrival()
  await pass(1_000)
  expect(timer).toHaveBeenCalledTimes(2)
})

test('a call that is over leaves no timer behind, even if its time was just up', async () => {
  const { reasons, end } = limited()
  vi.advanceTimersByTime(1_000)
  end()
  await pass(5_000)
  expect(reasons).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('a limit on the whole call is not moved by what arrives', async () => {
  const { reasons, onArrival } = limited('whole')
  await pass(900)
  onArrival()
  await pass(100)
  expect(reasons).toEqual([expect.objectContaining({ name: 'TryTimedOut' })])
})

test('a caller that leaves ends the call with its reason, unless it is over', async () => {
  const { reasons, caller } = limited()
  caller.abort('gone')
  expect(reasons).toEqual(['gone'])
  const finished = limited()
  finished.end()
  finished.caller.abort()
  expect(finished.reasons).toEqual([])
})

const busy = (retryAfterMs: number | null) =>
  new ProviderFault('rate_limited', '429: slow down', retryAfterMs)
const signal = new AbortController().signal

type RetryOptions = Parameters<typeof retryPause>[2]

/** The pauses of a call that always fails. */
function pausesAfter(fault: Error, options: Partial<RetryOptions> = {}): number[] {
  const pauses: number[] = []
  for (;;) {
    const pause = retryPause(fault, pauses.length, { retries: 3, signal, ...options })
    if (pause === null) return pauses.map(Math.round)
    pauses.push(pause)
  }
}

test('a temporary fault is retried as often as allowed, any other never', () => {
  expect(pausesAfter(busy(null))).toHaveLength(3)
  expect(pausesAfter(busy(null), { retries: 0 })).toEqual([])
  expect(pausesAfter(new ProviderFault('unauthorized', '401: no'))).toEqual([])
  expect(pausesAfter(new Error('a slip of ours'))).toEqual([])
})

test('pauses double, with jitter of half to one and a half', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999)
  expect(pausesAfter(busy(null), { firstPauseMs: 100 })).toEqual([50, 200, 600])
})

test.each([
  [0, 2_000],
  [0.999, 2_200],
])('the pause requested by a provider is never shortened, and gets a little jitter: %s', (chance, pause) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  expect(pausesAfter(busy(2_000), { retries: 1 })).toEqual([pause])
})

test('a provider that requests a pause beyond the deadline is not asked again', () => {
  expect(pausesAfter(busy(5_000), { longestPauseMs: 4_999 })).toEqual([])
  expect(pausesAfter(busy(3_600_000))).toEqual([])
})

test('a call is not retried after the caller has left', () => {
  expect(pausesAfter(busy(0), { signal: AbortSignal.abort() })).toEqual([])
})
