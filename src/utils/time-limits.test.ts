import { expect, test, vi } from 'vitest'
import { waitUnless, withTimeLimit } from './time-limits.ts'

test('work that finishes in time returns its result or its own failure', async () => {
  expect(await withTimeLimit(1_000, Promise.resolve(7))).toBe(7)
  await expect(withTimeLimit(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own')
})

test('work that hangs fails after the time limit', async () => {
  vi.useFakeTimers()
  const hanging = withTimeLimit(1_000, new Promise(() => {}))
  const failing = expect(hanging).rejects.toThrow('No answer within 1000 ms')
  await vi.advanceTimersByTimeAsync(1_000)
  await failing
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a wait ends by itself, or with the reason of the signal that aborts first', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  await waitUnless(1, [one.signal, other.signal])
  const given = waitUnless(60_000, [one.signal, other.signal])
  const reason = new Error('enough')
  other.abort(reason)
  await expect(given).rejects.toBe(reason)
  await expect(waitUnless(60_000, [one.signal, other.signal])).rejects.toBe(reason)
})
