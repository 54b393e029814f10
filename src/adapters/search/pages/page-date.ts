/** What a page says about the days on which it was published and changed. */
export interface StatedDates {
  /** The texts of its scripts of JSON-LD. */
  jsonLd: string[]
  meta: string[]
  time: string[]
}

const FIRST_DAY = '1990-01-01'
const DAY_MS = 86_400_000

/** The latest day of the first source that gives a plausible one, such as 2026-11-17; null where there is none. */
export function dateOf(stated: StatedDates, lastModified: string | null, now: number): string | null {
  const tomorrow = dayAt(now + DAY_MS)
  const sources = [stated.jsonLd.flatMap(datesInJsonLd), stated.meta, stated.time]
  const days = sources.map((source) => source.map(isoDay))
  if (lastModified !== null) days.push([dayAt(Date.parse(lastModified))])
  for (const source of days) {
    const latest = source
      .filter((day) => day >= FIRST_DAY && day <= tomorrow)
      .sort()
      .at(-1)
    if (latest !== undefined) return latest
  }
  return null
}

type Thing = { datePublished?: unknown; dateModified?: unknown; '@graph'?: Thing | Thing[] } | null

/** Only what is said of the page itself; what is nested deeper may be of a comment or of another page. */
function datesInJsonLd(text: string): string[] {
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

/** The day with which a text begins, as it was where it was written; empty where it begins with none. */
function isoDay(text: string): string {
  const day = /^\d{4}-\d\d-\d\d(?!\d)/.exec(text.trim())?.[0] ?? ''
  return dayAt(Date.parse(day)) === day ? day : ''
}

function dayAt(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
}
