import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
/** The days whose last minute had 61 seconds, by IERS Bulletin C; TAI was 10 seconds ahead of UTC before. */
const LEAP_SECOND_DAYS = [
  ...['1972-06-30', '1972-12-31', '1973-12-31', '1974-12-31', '1975-12-31', '1976-12-31', '1977-12-31'],
  ...['1978-12-31', '1979-12-31', '1981-06-30', '1982-06-30', '1983-06-30', '1985-06-30', '1987-12-31'],
  ...['1989-12-31', '1990-12-31', '1992-06-30', '1993-06-30', '1994-06-30', '1995-12-31', '1997-06-30'],
  ...['1998-12-31', '2005-12-31', '2008-12-31', '2012-06-30', '2015-06-30', '2016-12-31'],
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']

/** A moment as RFC 3339 writes it, without fractions of a second. */
function timestamp(seconds: number): string {
  return new Date(seconds * SECOND).toISOString().replace('.000', '')
}

/** Seconds from the start of a day in UTC to the Unix epoch. */
function secondsBeforeEpoch(day: string): number {
  return -Date.parse(`${day}T00:00:00Z`) / SECOND
}

/** The Monday of the week of a day. */
function mondayOf(time: number): number {
  return time - ((new Date(time).getUTCDay() + 6) % 7) * DAY
}

function firstThursday(year: number): number {
  const days = Array.from({ length: 7 }, (_, index) => Date.UTC(year, 0, 1 + index))
  return days.find((day) => new Date(day).getUTCDay() === 4)!
}

/** The week date of ISO 8601: the year of the Thursday of the week decides. */
function weekDate(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  const monday = mondayOf(time)
  const year = new Date(monday + 3 * DAY).getUTCFullYear()
  const week = Math.round((monday - mondayOf(firstThursday(year))) / (7 * DAY)) + 1
  return `${year}-W${String(week).padStart(2, '0')}-${(time - monday) / DAY + 1}`
}

/** The offset of a zone at a moment in minutes, and as written `GMT+05:45`. */
function zoneOffset(timeZone: string, at: string): { minutes: number; text: string } {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(at),
  )
  const text = parts.find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(text)!
  return { minutes: (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1), text }
}

/** Whether a value is in a field of a cron expression such as `*`, `5`, `1-5` or `*` in steps of 15. */
function inField(field: string, value: number): boolean {
  const [range = '', step = '1'] = field.split('/')
  if (range === '*') return value % Number(step) === 0
  const [from, to = from] = range.split('-').map(Number)
  return value >= from! && value <= to!
}

/** The minutes of the week from Sunday, 5 January 2025, at which a cron expression runs. */
function cronRuns(expression: string): Date[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ')
  const minutes = Array.from({ length: 7 * 24 * 60 }, (_, index) => new Date(Date.UTC(2025, 0, 5, 0, index)))
  return minutes.filter(
    (at) =>
      inField(minute, at.getUTCMinutes()) &&
      inField(hour, at.getUTCHours()) &&
      inField(day, at.getUTCDate()) &&
      inField(month, at.getUTCMonth() + 1) &&
      inField(weekday, at.getUTCDay()),
  )
}

/** Computes again what axioms of level 6 state about times, dates and zones. */
export const timeProofs: Proof[] = [
  prove(
    'prot-0023',
    /^The last second that a signed 32-bit Unix time can represent is (\S+)\.$/,
    (last) => timestamp(2 ** 31 - 1) === last,
  ),
  prove(
    'prot-0249',
    /^The Unix time of (\S+) is ([\d ]+)\.$/,
    (moment, seconds) => timestamp(figure(seconds!)) === moment,
  ),
  prove(
    'prot-0250',
    /^The date and time in UTC at Unix time ([\d ]+) is (\S+)\.$/,
    (seconds, moment) => timestamp(figure(seconds!)) === moment,
  ),
  prove(
    'prot-0251',
    /^Unix time does not count leap seconds, so every day has exactly ([\d ]+) seconds of Unix time\.$/,
    (seconds) =>
      LEAP_SECOND_DAYS.every((day) => {
        const next = new Date(`${day}T00:00:00Z`)
        next.setUTCDate(next.getUTCDate() + 1)
        return next.getTime() - Date.parse(`${day}T00:00:00Z`) === figure(seconds!) * SECOND
      }),
  ),
  prove(
    'prot-0252',
    /^As of January (\d{4}), International Atomic Time \(TAI\) is ahead of UTC by (\d+) seconds: the (\d+) seconds of January 1972 and (\d+) leap seconds since\.$/,
    (year, all, first, since) =>
      LEAP_SECOND_DAYS.filter((day) => day < year!).length === Number(since) &&
      Number(first) + Number(since) === Number(all),
  ),
  prove(
    'prot-0253',
    /^As of January (\d{4}), GPS time is ahead of UTC by (\d+) seconds\.$/,
    (year, seconds) =>
      LEAP_SECOND_DAYS.filter((day) => day >= '1980-01-06' && day < year!).length === Number(seconds),
  ),
  prove(
    'prot-0257',
    /^RFC 3339 defines a profile of ISO 8601 for timestamps on the Internet, such as '(\S+)', which is '(\S+)' in UTC\.$/,
    (local, utc) => local !== utc && timestamp(Date.parse(local!) / SECOND) === utc,
  ),
  prove(
    'prot-0258',
    /^RFC 3339 timestamps in UTC that end in Z and have the same number of fractional digits sort (chronologically) when sorted as text\.$/,
    () => {
      const times = Array.from({ length: 500 }, (_, index) => ((index * 7919) % 503) * 123_456_789)
      const byTime = [...times].sort((left, right) => left - right).map(timestamp)
      return times.map(timestamp).sort().join() === byTime.join()
    },
  ),
  prove(
    'prot-0259',
    /^Week 1 of an ISO 8601 year is the week, from Monday to Sunday, that contains (\d) January\.$/,
    // The same as the week of the first Thursday, through a whole cycle of the calendar.
    (day) =>
      Array.from({ length: 400 }, (_, index) => 1700 + index).every(
        (year) => mondayOf(Date.UTC(year, 0, Number(day))) === mondayOf(firstThursday(year)),
      ),
  ),
  prove('prot-0260', /^The ISO 8601 week date of (\S+) is (\S+)\.$/, (day, week) => weekDate(day!) === week),
  prove(
    'prot-0262',
    /^The Network Time Protocol \(NTP\) counts seconds from (\S+), which is ([\d ]+) seconds before the Unix epoch\.$/,
    (day, seconds) => secondsBeforeEpoch(day!) === figure(seconds!),
  ),
  prove(
    'prot-0263',
    /^The (\d+)-bit seconds counter of NTP timestamps first wraps around at (\S+)\.$/,
    (bits, moment) => timestamp(2 ** Number(bits) - secondsBeforeEpoch('1900-01-01')) === moment,
  ),
  prove(
    'prot-0264',
    /^Windows FILETIME counts intervals of 100 nanoseconds from (\S+), which is ([\d ]+) seconds before the Unix epoch\.$/,
    (day, seconds) => secondsBeforeEpoch(day!) === figure(seconds!),
  ),
  prove(
    'prot-0265',
    /^The serial number of the date (\S+) in the 1900 date system of Microsoft Excel is ([\d ]+)\.$/,
    (day, serial) => {
      // 1 January 1900 is day 1, and a 29 February 1900 that never was is counted too.
      const since = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1900, 0, 1)) / DAY
      return since + 1 + 1 === figure(serial!)
    },
  ),
  prove(
    'prot-0266',
    /^As of January (\d{4}), the time zone offset of Nepal is UTC([+-]\d\d:\d\d)\.$/,
    (year, offset) => zoneOffset('Asia/Kathmandu', `${year}-01-15`).text === `GMT${offset}`,
  ),
  prove(
    'prot-0267',
    /^As of January (\d{4}), the largest time zone offset ahead of UTC in civil use is UTC\+(\d+):(\d+), in the Line Islands of Kiribati\.$/,
    (year, hours, minutes) => {
      const zones = Intl.supportedValuesOf('timeZone').filter((zone) => /^(?:Pacific|Asia)\//.test(zone))
      const offsets = zones.map((zone) => zoneOffset(zone, `${year}-01-15`).minutes)
      const largest = Number(hours) * 60 + Number(minutes)
      return (
        Math.max(...offsets) === largest &&
        zoneOffset('Pacific/Kiritimati', `${year}-01-15`).minutes === largest
      )
    },
  ),
  prove(
    'prot-0268',
    /^The IANA time zone name '(\S+)' means (\w+) hours behind UTC\.$/,
    (zone, hours) => zoneOffset(zone!, '2025-01-01').minutes === -60 * NUMBER_WORDS.indexOf(hours!),
  ),
  prove(
    'prot-0269',
    /^The cron expression '([^']+)' runs a job (\d+) times in a day of 24 hours\.$/,
    (expression, times) => cronRuns(expression!).length === Number(times) * 7,
  ),
  prove(
    'prot-0270',
    /^The cron expression '([^']+)' runs a job at (\d\d:\d\d) from (\w+) to (\w+)\.$/,
    (expression, time, first, last) => {
      const runs = cronRuns(expression!).map(
        (at) => `${WEEKDAYS[at.getUTCDay()]} ${at.toISOString().slice(11, 16)}`,
      )
      const days = WEEKDAYS.slice(WEEKDAYS.indexOf(first!), WEEKDAYS.indexOf(last!) + 1)
      return runs.join() === days.map((day) => `${day} ${time}`).join()
    },
  ),
]
