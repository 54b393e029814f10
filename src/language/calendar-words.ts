/** The months, in lower case. */
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** The days of the week, in lower case. */
export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** The abbreviations of the months, with the full names; “may” is both. */
const SHORT_MONTHS = new Map([
  ...MONTHS.map((month) => [month.slice(0, 3), month] as const),
  ['sept', 'september'],
])

/** Pattern for the name of a month, full or abbreviated, in lower-case text. */
export const MONTH_NAME = `(?:${[...MONTHS, ...SHORT_MONTHS.keys()].join('|')})\\.?`

/** Abbreviations that always mean a month or weekday; “mar”, “sat” and “sun” can also be ordinary words. */
const SHORT_DATES = new Map([
  ...[...SHORT_MONTHS].filter(([short]) => short !== 'mar'),
  ['tues', 'tuesday'],
  ['thur', 'thursday'],
  ['thurs', 'thursday'],
])

/** The number of a month, from its full or abbreviated name; 0 if it is not a month. */
export function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

/** Expands the abbreviation of a weekday or month; returns any other word unchanged. */
export function dateInFull(word: string): string {
  return SHORT_DATES.get(word) ?? word
}
