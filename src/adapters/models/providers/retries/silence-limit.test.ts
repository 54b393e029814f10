import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProviderFault } from '../faults/provider-fault.ts'
import { silenceLimit } from './silence-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  // The timers of the platform cannot be replaced.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), milliseconds)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets time pass, and what is due be done. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

test('a call that never says anything is over after the limit', async () => {
  const { signal } = silenceLimit(1_000)
  await pass(999)
  expect(signal.aborted).toBe(false)
  await pass(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('a call is not over while something arrives, and then one limit after the last arrival', async () => {
  const { signal, onArrival } = silenceLimit(1_000)
  for (let arrivals = 0; arrivals < 20; arrivals++) {
    await pass(900)
    onArrival()
  }
  await pass(990)
  expect(signal.aborted).toBe(false)
  await pass(20)
  expect(signal.reason).toBeInstanceOf(ProviderFault)
  expect(signal.reason).toMatchObject({ code: 'timeout', mayPass: true })
})

test('what arrives with the end of the limit is in time', async () => {
  const { signal, onArrival } = silenceLimit(1_000)
  vi.advanceTimersByTime(1_000)
  onArrival()
  await pass(0)
  expect(signal.aborted).toBe(false)
})

test('any number of arrivals takes one timer for each limit', async () => {
  const { onArrival } = silenceLimit(1_000)
  for (let arrivals = 0; arrivals < 10_000; arrivals++) onArrival()
  await pass(1_000)
  expect(AbortSignal.timeout).toHaveBeenCalledTimes(2)
})
