export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** Pattern for the name of a month, full or abbreviated, in lower-case text. */
const MONTH_NAME = `(?:${[...MONTHS, ...MONTHS.map((month) => month.slice(0, 3)), 'sept'].join('|')})\\.?`

/** The number of a month, from its full or abbreviated name; 0 if it is not a month. */
export function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

const MONTH = `(?<month>${MONTH_NAME})`
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?<year>\\d{3,4})'
const FORMS = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  new RegExp(`^(?:the )?${DAY} (?:of )?${MONTH},? ${YEAR}$`),
  new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`),
  new RegExp(`^${MONTH},? ${YEAR}$`),
]

/** A calendar date, precise to the day, the month or the year. */
export interface CalendarDate {
  year: number
  month: number | null
  day: number | null
}

/** Parses a text that is a date, optionally preceded by “on” or “in”; null if it is anything else. */
export function parseDate(text: string): CalendarDate | null {
  const plain = text.toLowerCase().replace(/^(on|in|since|around|circa)\s+/, '')
  for (const form of FORMS) {
    const { year, month, day } = form.exec(plain)?.groups ?? {}
    if (year === undefined || month === undefined) continue
    return {
      year: Number(year),
      month: /\d/.test(month) ? Number(month) : monthNumber(month),
      day: day === undefined ? null : Number(day),
    }
  }
  return null
}
