import { expect, test, vi } from 'vitest'
import { withTimeLimit } from './with-time-limit.ts'

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
