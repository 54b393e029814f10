import { z } from 'zod'

const FIRST_DAY = '1990-01-01'
const DAY_MS = 86_400_000
const MAIL_DATE = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} .{0,20}(?:GMT|UTC|[+-]\d{4})$/

/**
 * The day of a date (ISO 8601, or as in the header of a mail), such as 2026-11-17; null for anything else, and where it is
 * to come or from before there was a web.
 */
export function dayOf(value: unknown, now = Date.now()): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  // Without a time zone, the day would depend on that of this machine.
  const time = MAIL_DATE.test(text) ? Date.parse(text) : Number.NaN
  const day = Number.isNaN(time) ? text.slice(0, 10) : dayAt(time)
  if (day < FIRST_DAY || day > dayAt(now + DAY_MS)) return null
  return z.iso.date().safeParse(day).success ? day : null
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The latest day of the first source of dates that gives one; what the server says counts last. */
export function dateOf(stated: string[][], lastModified: string | null, now?: number): string | null {
  const days = [...stated, [lastModified]].map((dates) => dates.flatMap((date) => dayOf(date, now) ?? []))
  return (days.find((source) => source.length > 0) ?? []).sort().at(-1) ?? null
}

type Thing = { datePublished?: unknown; dateModified?: unknown; '@graph'?: Thing | Thing[] } | null

/** Only what is said of the page itself; what is nested deeper may be of a comment or of another page. */
export function datesInJsonLd(text: string): string[] {
  try {
    const things = [JSON.parse(text) as Thing | Thing[]].flat()
    return things
      .flatMap((thing) => [thing, ...[thing?.['@graph'] ?? []].flat()])
      .flatMap((thing) => [thing?.datePublished, thing?.dateModified])
      .filter((date) => typeof date === 'string')
  } catch {
    return []
  }
}
