/** Headers by their names in lower case. */
export type ResponseHeaders = Record<string, string | string[] | undefined>

export interface ResponseHead {
  status: number
  statusText: string
  headers: ResponseHeaders
}

/** Whether a server says that it did what was asked. */
export function isGood({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300
}

/** Nobody waits longer for a model; a larger figure must be an error. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000

/** How long a provider asks callers to wait, from its headers: milliseconds, seconds or a date; null when it does not say. */
export function retryAfter(headers: ResponseHeaders): number | null {
  const after = String(headers['retry-after'] ?? '')
  const seconds = amount(after)
  const wait =
    amount(String(headers['retry-after-ms'] ?? '')) ?? (seconds === null ? untilDate(after) : seconds * 1000)
  return wait === null ? null : Math.min(wait, LONGEST_MS)
}

function amount(text: string): number | null {
  const number = text ? Number(text) : Number.NaN
  return number >= 0 ? number : null
}

function untilDate(text: string): number | null {
  // A date begins with its weekday; an invalid number would otherwise be read as a year.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
