import { afterEach, expect, test, vi } from 'vitest'
import { ProviderFault } from './provider-fault.ts'
import { retryAfter, retryPause } from './retry.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
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

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after-ms': '40', 'retry-after': '2' }, 40],
  [{ 'retry-after': '-1' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Thu, 01 Jan 2025 00:00:00 GMT' }, 0],
])('%j is %s milliseconds', (headers, expected) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  expect(retryAfter(headers)).toBe(expected)
})
