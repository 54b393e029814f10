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
