/** The months, in lower case. */
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** The days of the week, in lower case. */
export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** Pattern for the name of a month, full or abbreviated, in lower-case text. */
export const MONTH_NAME = `(?:${[...MONTHS, ...MONTHS.map((month) => month.slice(0, 3)), 'sept'].join('|')})\\.?`

/** The number of a month, from its full or abbreviated name; 0 if it is not a month. */
export function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}
