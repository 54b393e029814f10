/** The months, in small letters. */
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((month) => month.slice(0, 3)).join('|')}|sept)\\.?`
const NAMED_MONTH = new RegExp(`\\b${MONTH}(?![a-z])`, 'i')
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(\\d{3,4})'

/** A day, a month or a year of the calendar. */
export interface CalendarDate {
  year: number
  month: number | null
  day: number | null
}

const FORMS: Array<{ pattern: RegExp; read: (parts: string[]) => CalendarDate }> = [
  {
    pattern: /^(\d{4})-(\d{2})-(\d{2})$/,
    read: ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    pattern: new RegExp(`^(?:the )?${DAY} (?:of )?${MONTH},? ${YEAR}$`),
    read: ([day, month, year]) => ({ year: Number(year), month: monthNumber(month), day: Number(day) }),
  },
  {
    pattern: new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`),
    read: ([month, day, year]) => ({ year: Number(year), month: monthNumber(month), day: Number(day) }),
  },
  {
    pattern: new RegExp(`^${MONTH},? ${YEAR}$`),
    read: ([month, year]) => ({ year: Number(year), month: monthNumber(month), day: null }),
  },
]

/** The date a text is, possibly with “on” or “in” before it; null when it is something else. */
export function parseDate(text: string): CalendarDate | null {
  const plain = text
    .toLowerCase()
    .replace(/^(on|in|since|around|circa)\s+/, '')
    .trim()
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(plain)
    if (match) return read(match.slice(1))
  }
  return null
}

/** The bare year a text is, for questions that ask when. */
export function parseYear(text: string): CalendarDate | null {
  const match = /^(?:in |around |circa |the year )*(\d{4})(?: ?(?:ad|ce))?$/i.exec(text.trim())
  return match ? { year: Number(match[1]), month: null, day: null } : null
}

/** Whether a text names a month, in full or in short. */
export function namesMonth(text: string): boolean {
  return NAMED_MONTH.test(text)
}

/** Whether two dates agree as far as both are told: “1969” and “20 July 1969” do. */
export function sameDate(left: CalendarDate, right: CalendarDate): boolean {
  const agree = (one: number | null, other: number | null) => one === null || other === null || one === other
  return left.year === right.year && agree(left.month, right.month) && agree(left.day, right.day)
}

function monthNumber(name: string | undefined): number {
  return MONTHS.findIndex((month) => month.startsWith((name ?? '').slice(0, 3))) + 1
}
