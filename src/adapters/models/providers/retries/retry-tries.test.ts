import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProviderFault } from '../faults/provider-fault.ts'
import { retryTries } from './retry-tries.ts'

/** The pauses that were made, without the time they take. */
const pauses: number[] = []
vi.mock('node:timers/promises', () => ({
  setTimeout: async (pauseMs: number) => void pauses.push(pauseMs),
}))
beforeEach(() => void pauses.splice(0))
afterEach(() => void vi.restoreAllMocks())

const busy = (retryAfterMs: number | null) =>
  new ProviderFault('rate_limited', '429: slow down', retryAfterMs)
const signal = new AbortController().signal

/** How often a call that always fails was tried. */
async function triesOf(fault: Error, options: Partial<Parameters<typeof retryTries>[1]> = {}) {
  let tries = 0
  const failure = await retryTries(
    () => {
      tries++
      return Promise.reject(fault)
    },
    { retries: 3, signal, ...options },
  ).catch((error: unknown) => error)
  expect(failure).toBe(fault)
  return tries
}

test('a temporary fault is retried as often as allowed, any other never', async () => {
  expect(await triesOf(busy(null))).toBe(4)
  expect(await triesOf(busy(null), { retries: 0 })).toBe(1)
  expect(await triesOf(new ProviderFault('unauthorized', '401: no'))).toBe(1)
  expect(await triesOf(new Error('a slip of ours'))).toBe(1)
})

test('pauses double, with jitter of half to one and a half', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999)
  await triesOf(busy(null), { firstPauseMs: 100 })
  expect(pauses.map(Math.round)).toEqual([50, 200, 600])
})

test('the pause requested by a provider is never shortened, and gets a little jitter', async () => {
  for (const random of [0, 0.999]) {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    await triesOf(busy(2_000), { retries: 1 })
  }
  expect(pauses.map(Math.round)).toEqual([2_000, 2_200])
})

test('a provider that requests a pause beyond the deadline fails at once, with its own message', async () => {
  expect(await triesOf(busy(5_000), { longestPauseMs: () => 4_999 })).toBe(1)
  expect(await triesOf(busy(3_600_000))).toBe(1)
  expect(pauses).toEqual([])
})

test('a call is not retried after the caller has left', async () => {
  expect(await triesOf(busy(0), { signal: AbortSignal.abort() })).toBe(1)
})
