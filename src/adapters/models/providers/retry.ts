import { setTimeout as pause } from 'node:timers/promises'
import { ProviderFault } from './provider-fault.ts'

/** How often to retry, and how long to wait. */
interface RetryOptions {
  retries: number
  signal: AbortSignal
  /** The pause before the first retry if the provider does not say; it doubles with each retry. */
  firstPauseMs?: number | undefined
  /** If the provider asks for a longer wait, the call fails at once. */
  longestPauseMs?: number
}

/**
 * How long to wait before another attempt: the time the provider asks for, or a growing one, with jitter. Null when none is
 * to be made: it would not help, there were enough, or nobody waits for it.
 */
export function retryPause(
  fault: unknown,
  tried: number,
  { retries, signal, firstPauseMs = 500, longestPauseMs = 60_000 }: RetryOptions,
): number | null {
  const mayPass = fault instanceof ProviderFault && fault.mayPass
  if (!mayPass || tried >= retries || signal.aborted) return null
  const { retryAfterMs } = fault
  const growingMs = firstPauseMs * 2 ** tried * (0.5 + Math.random())
  if ((retryAfterMs ?? growingMs) > longestPauseMs) return null
  // Never earlier than requested, and not together with all others who were told the same.
  return retryAfterMs === null ? growingMs : retryAfterMs * (1 + Math.random() / 10)
}

/** Waits before another attempt; false when none is to be made. */
export async function pauseBeforeRetry(
  fault: unknown,
  tried: number,
  options: RetryOptions,
): Promise<boolean> {
  const pauseMs = retryPause(fault, tried, options)
  return pauseMs !== null && (await pause(pauseMs, true, { signal: options.signal }).catch(() => false))
}

/** Headers by their names in lower case. */
export type ResponseHeaders = Record<string, string | string[] | undefined>

/** Nobody waits longer for a model; a larger figure must be an error. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000

/** How long a provider asks callers to wait, from its headers: milliseconds, seconds or a date; null when it does not say. */
export function retryAfter(headers: ResponseHeaders): number | null {
  const wait = waitIn(headers)
  return wait === null ? null : Math.min(wait, LONGEST_MS)
}

function waitIn(headers: ResponseHeaders): number | null {
  const milliseconds = amount(stated(headers, 'retry-after-ms'))
  if (milliseconds !== null) return milliseconds
  const after = stated(headers, 'retry-after')
  const seconds = amount(after)
  if (seconds !== null) return seconds * 1000
  // A date begins with its weekday; an invalid number would otherwise be read as a year.
  const date = /^[a-z]/i.test(after) ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function stated(headers: ResponseHeaders, name: string): string {
  return String(headers[name] ?? '')
}

function amount(text: string): number | null {
  const number = text ? Number(text) : Number.NaN
  return number >= 0 ? number : null
}
