/** The months, in small letters. */
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** The days of the week, in small letters. */
export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** The short names of months, each with the month; May is its own. */
const SHORT_MONTHS = new Map([
  ...MONTHS.map((month) => [month.slice(0, 3), month] as const),
  ['sept', 'september'],
])

/** What matches the name of a month, in full or in short, in text in small letters. */
export const MONTH_NAME = `(?:${[...MONTHS, ...SHORT_MONTHS.keys()].join('|')})\\.?`
const NAMED_MONTH = new RegExp(`\\b${MONTH_NAME}(?![a-z])`, 'i')

/** Short names that stand for a date wherever they are met; “mar”, “sat” and “sun” need not. */
const SHORT_DATES = new Map([
  ...[...SHORT_MONTHS].filter(([short]) => short !== 'mar'),
  ['tues', 'tuesday'],
  ['thur', 'thursday'],
  ['thurs', 'thursday'],
])

/** Whether a text names a month, in full or in short. */
export function namesMonth(text: string): boolean {
  return NAMED_MONTH.test(text)
}

/** The number of a month by its name, in full or in short. */
export function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

/** A weekday or month in full, where it was short; any other word as it is. */
export function dateInFull(word: string): string {
  return SHORT_DATES.get(word) ?? word
}
