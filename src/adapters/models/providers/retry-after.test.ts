import { afterEach, expect, test, vi } from 'vitest'
import { retryAfter } from './provider-fault.ts'

afterEach(() => void vi.useRealTimers())

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
