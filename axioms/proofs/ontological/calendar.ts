// Calendars and dates of history, by the calendars of JavaScript and by Julian day numbers.
import { figure, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const YEARS_OF_CYCLE = Array.from({ length: 400 }, (_, index) => 1901 + index)
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, month, 1)),
)

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day)
const monthNumber = (name: string): number => MONTHS.indexOf(name) + 1
const weekday = (time: number): number => new Date(time).getUTCDay()
const daysInYear = (year: number): number => (at(year + 1, 1, 1) - at(year, 1, 1)) / DAY

/** The number of the day since noon of 1 January 4713 BC (Julian), by Fliegel and Van Flandern's kind of formula. */
function julianDay(year: number, month: number, day: number, calendar: 'julian' | 'gregorian'): number {
  const early = month <= 2 ? 1 : 0
  const y = year + 4800 - early
  const m = month + 12 * early - 3
  const days = day + Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4)
  return calendar === 'julian' ? days - 32_083 : days - Math.floor(y / 100) + Math.floor(y / 400) - 32_045
}

/** A date as written, such as `29 May 1453`, as a Julian day number. */
function dayOf(text: string, calendar: 'julian' | 'gregorian', ofYear = ''): number {
  const [day, month, year = ofYear] = text.split(' ')
  return julianDay(Number(year), monthNumber(month!), Number(day), calendar)
}

const weekdayOfJulianDay = (number: number): string => WEEKDAYS[(number + 1) % 7]!

/** Easter Sunday of the Western churches, by the algorithm of Meeus, Jones and Butcher. */
function westernEaster(year: number): [month: number, day: number] {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return [Math.floor(n / 31), (n % 31) + 1]
}

/** Easter Sunday of the Julian calendar as a Julian day number, by the algorithm of Meeus. */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  return julianDay(year, Math.floor((d + e + 114) / 31), ((d + e + 114) % 31) + 1, 'julian')
}

/** The Monday of the first week with at least four days in the year: ISO 8601 counts weeks so. */
function firstIsoWeek(year: number): number {
  const newYear = at(year, 1, 1)
  const sinceMonday = (weekday(newYear) + 6) % 7
  return newYear - sinceMonday * DAY + (sinceMonday <= 3 ? 0 : 7 * DAY)
}

/** What a calendar known to JavaScript calls a day. */
function reader(calendar: string, timeZone = 'UTC'): (time: number) => Record<string, string> {
  const format = new Intl.DateTimeFormat(`en-US-u-ca-${calendar}`, {
    timeZone,
    year: 'numeric',
    month: calendar === 'hebrew' ? 'long' : 'numeric',
    day: 'numeric',
    era: 'short',
  })
  return (time) => Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
}

/** The whole years of a calendar from 2001 on, each with its number of days and its months; looks at every so many days. */
function yearsOf(calendar: string, count: number, step = 1): { days: number; months: Set<string> }[] {
  const read = reader(calendar)
  const years = new Map<string, { days: number; months: Set<string> }>()
  for (let time = at(2001, 1, 1); years.size < count + 2; time += step * DAY) {
    const { year, month } = read(time)
    const found = years.get(year!) ?? { days: 0, months: new Set<string>() }
    found.days += step
    found.months.add(month!)
    years.set(year!, found)
  }
  return [...years.values()].slice(1, -1)
}

/** The day of January, running on into February, on which the Chinese year begins. */
function chineseNewYear(year: number, read: ReturnType<typeof reader>): number {
  const late = at(year, 2, 24) + 4 * HOUR
  const { month = '', day } = read(late)
  const number = Number(month.replaceAll(/\D/g, ''))
  if (number === 1) return 55 - (Number(day) - 1)
  const before = late - Number(day) * DAY
  return number === 2 ? 55 - Number(day) - (Number(read(before).day) - 1) : Number.NaN
}

const DATE = String.raw`\d+ [A-Z][a-z]+ \d+`

/** Computes again what axioms of level 3 state about calendars and the dates of history. */
export const ontologicalCalendarProofs: Proof[] = [
  prove(
    'onto-0288',
    /^A year is a leap year in the Gregorian calendar if the year number is divisible by (\d+), except that years divisible by (\d+) are leap years only if divisible by (\d+)\.$/,
    (often, except, unless) =>
      YEARS_OF_CYCLE.every((year) => {
        const leap =
          year % Number(often) === 0 && (year % Number(except) !== 0 || year % Number(unless) === 0)
        return leap === (daysInYear(year) === 366)
      }),
  ),
  prove('onto-0289', /^The average length of a year in the .* calendar is exactly (\S+) days\.$/, (mean) => {
    const days = YEARS_OF_CYCLE.reduce((sum, year) => sum + daysInYear(year), 0)
    return days / YEARS_OF_CYCLE.length === figure(mean!)
  }),
  prove(
    'onto-0290',
    /^The Gregorian calendar repeats after (\d+) years, which contain ([\d ]+) days or exactly ([\d ]+) weeks\.$/,
    (years, days, weeks) =>
      (at(2000 + Number(years), 1, 1) - at(2000, 1, 1)) / DAY === figure(days!) &&
      figure(days!) / 7 === figure(weeks!),
  ),
  prove(
    'onto-0291',
    /^A common year of (\d+) days begins and ends on the same day of the week, because (\d+) days are (\d+) weeks and (\d+) day\.$/,
    (length, days, weeks, rest) =>
      length === days &&
      Number(days) === 7 * Number(weeks) + Number(rest) &&
      YEARS_OF_CYCLE.filter((year) => daysInYear(year) === Number(length)).every(
        (year) => weekday(at(year, 1, 1)) === weekday(at(year, 12, 31)),
      ),
  ),
  prove(
    'onto-0292',
    /^The (\d+)th day of the month falls on a (\S+) (\d+) times in the (\d+)-year cycle of the Gregorian calendar, more often than on any other weekday\.$/,
    (day, name, times, cycle) => {
      const counts = WEEKDAYS.map(() => 0)
      for (let month = 1; month <= 12 * Number(cycle); month++) {
        counts[weekday(at(2000, month, Number(day)))]!++
      }
      const count = counts[WEEKDAYS.indexOf(name!)]
      return count === Number(times) && counts.filter((other) => other >= count).length === 1
    },
  ),
  prove(
    'onto-0293',
    /^Every year of the Gregorian calendar has at least (\d+) and at most (\d+) Fridays the (\d+)th\.$/,
    (least, most, day) => {
      const counts = YEARS_OF_CYCLE.map(
        (year) => MONTHS.filter((_, month) => weekday(at(year, month + 1, Number(day))) === 5).length,
      )
      return Math.min(...counts) === Number(least) && Math.max(...counts) === Number(most)
    },
  ),
  prove(
    'onto-0294',
    /^A week-numbering year under ISO 8601 has (\d+) or (\d+) weeks, and (\d+) of every 400 years have (\d+) weeks\.$/,
    (short, long, count, weeks) => {
      const lengths = YEARS_OF_CYCLE.map((year) => (firstIsoWeek(year + 1) - firstIsoWeek(year)) / (7 * DAY))
      const found = [...new Set(lengths)].sort()
      const many = lengths.filter((length) => length === Number(weeks)).length
      return found.join() === [short, long].join() && many === Number(count)
    },
  ),
  prove(
    'onto-0295',
    /^A year of (\d+) days has ([\d ]+) hours, ([\d ]+) minutes or ([\d ]+) seconds\.$/,
    (days, hours, ofMinutes, seconds) =>
      Number(days) * DAY === figure(hours!) * HOUR &&
      Number(days) * DAY === figure(ofMinutes!) * 60_000 &&
      Number(days) * DAY === figure(seconds!) * 1000,
  ),
  prove(
    'onto-0296',
    /^The months of the Gregorian calendar with (\d+) days are ([^.]+)\.$/,
    (length, names) => {
      const found = MONTHS.filter(
        (_, month) => (at(2001, month + 2, 1) - at(2001, month + 1, 1)) / DAY === Number(length),
      )
      return found.join() === names!.split(/, | and /).join()
    },
  ),
  prove(
    'onto-0297',
    /^The first day of the (\d+)st century was 1 January (\d+), since the first century began with the year (\d+)\.$/,
    (century, year, first) => Number(first) + 100 * (Number(century) - 1) === Number(year),
  ),
  prove(
    'onto-0298',
    /^The year before AD (\d+) in the historical calendar is (\d+) BC, with no year 0 between\.$/,
    (after, before) => {
      const read = reader('gregory')
      const first = new Date(0).setUTCFullYear(Number(after), 0, 1)
      const [early, late] = [read(first - DAY), read(first + DAY)]
      return [early.year, early.era, late.year, late.era].join() === [before, 'BC', after, 'AD'].join()
    },
  ),
  prove(
    'onto-0299',
    /^The date of Easter Sunday in the Western churches lies between (\d+) (\S+) and (\d+) (\S+)\.$/,
    (...bounds) => {
      const dates = Array.from({ length: 4000 }, (_, index) => westernEaster(1583 + index))
      const days = dates.map(([month, day]) => 100 * month + day)
      const [from, to] = [0, 2].map((i) => 100 * monthNumber(bounds[i + 1]!) + Number(bounds[i]))
      return Math.min(...days) === from && Math.max(...days) === to
    },
  ),
  prove(
    'onto-0300',
    /^The date of Easter Sunday in (\d+) is (\d+ \S+) in both the Western and the Orthodox churches\.$/,
    (year, date) => {
      const [month, day] = westernEaster(Number(year))
      const stated = dayOf(date!, 'gregorian', year)
      return (
        stated === julianDay(Number(year), month, day, 'gregorian') && stated === orthodoxEaster(Number(year))
      )
    },
  ),
  prove('onto-0301', /^The Gregorian calendar is (\d+) days ahead of the .* in (\d+)\.$/, (days, year) =>
    MONTHS.every((_, month) => {
      const [julian, gregorian] = (['julian', 'gregorian'] as const).map((calendar) =>
        julianDay(Number(year), month + 1, 15, calendar),
      )
      return julian! - gregorian! === Number(days)
    }),
  ),
  prove(
    'onto-0302',
    /^The Gregorian calendar was introduced in (\d+), when (\S+) (\d+ \S+) in the Julian calendar was followed by (\S+) (\d+ \S+) in the Gregorian calendar\.$/,
    (year, lastName, last, firstName, first) => {
      const before = dayOf(last!, 'julian', year)
      const names = [before, before + 1].map(weekdayOfJulianDay)
      return dayOf(first!, 'gregorian', year) === before + 1 && names.join() === [lastName, firstName].join()
    },
  ),
  prove(
    'onto-0303',
    /^A year of the Islamic \(Hijri\) calendar has (\d+) lunar months with (\d+) or (\d+) days in all, so that Ramadan comes roughly (\d+) days earlier in each Gregorian year\.$/,
    (months, short, long, earlier) => {
      const years = yearsOf('islamic-umalqura', 12)
      const lengths = new Set(years.map(({ days }) => days))
      const mean = years.reduce((sum, { days }) => sum + days, 0) / years.length
      return (
        [...lengths].sort().join() === [short, long].join() &&
        years.every((year) => year.months.size === Number(months)) &&
        isRounded(365.2425 - mean, earlier!)
      )
    },
  ),
  prove(
    'onto-0304',
    /^A year of the Hebrew calendar has (\d+) or (\d+) months, with (\d+) leap years of (\d+) months in every (\d+) years\.$/,
    (few, many, leaps, ofLeap, cycle) => {
      const sizes = yearsOf('hebrew', 3 * Number(cycle), 14).map(({ months }) => months.size)
      const isLong = (size: number): boolean => size === Number(ofLeap)
      return (
        [...new Set(sizes)].sort().join() === [few, many].join() &&
        sizes
          .slice(Number(cycle))
          .every((_, from) => sizes.slice(from, from + Number(cycle)).filter(isLong).length === Number(leaps))
      )
    },
  ),
  prove(
    'onto-0305',
    /^The date of Chinese New Year lies between (\d+) January and (\d+) February in every year from (\d+) to (\d+)\.$/,
    (from, to, first, last) => {
      const read = reader('chinese', 'Asia/Shanghai')
      const days: number[] = []
      for (let year = Number(first); year <= Number(last); year++) days.push(chineseNewYear(year, read))
      return Math.min(...days) === Number(from) && Math.max(...days) === 31 + Number(to)
    },
  ),
  prove(
    'onto-0363',
    RegExp(
      `signed on (${DATE}) .* came (\\S+) years and (\\S+) day after the German invasion of Poland on (${DATE})\\.$`,
    ),
    (late, years, days, early) => {
      const [day, month, year] = early!.split(' ')
      const anniversary = `${day} ${month} ${Number(year) + NUMBER_WORDS.indexOf(years!)}`
      return dayOf(late!, 'gregorian') - dayOf(anniversary, 'gregorian') === NUMBER_WORDS.indexOf(days!)
    },
  ),
  prove(
    'onto-0366',
    RegExp(
      `^The Berlin Wall stood for (\\d+) years, from (${DATE}) until the opening of the border on (${DATE})\\.$`,
    ),
    (years, from, to) =>
      Math.floor((dayOf(to!, 'gregorian') - dayOf(from!, 'gregorian')) / 365.2425) === Number(years),
  ),
  prove(
    ['onto-0369', 'onto-0372'],
    RegExp(` on (\\S+day) (${DATE}) \\(Julian calendar\\)\\.$`),
    (name, date) => weekdayOfJulianDay(dayOf(date!, 'julian')) === name,
  ),
  prove(
    'onto-0373',
    /took place on (\d+ \S+) (\d+) in the Gregorian calendar, which was (\d+ \S+) in the Julian calendar\.$/,
    (gregorian, year, julian) => dayOf(gregorian!, 'gregorian', year) === dayOf(julian!, 'julian', year),
  ),
  prove(
    'onto-0380',
    /^Cleopatra, who died in (\d+) BC, lived closer in time to the Moon landing of (\d+) than to the building of the Great Pyramid of Giza around (\d+) BC\.$/,
    (death, landing, pyramid) => Number(landing) + Number(death) - 1 < Number(pyramid) - Number(death),
  ),
  prove(
    'onto-0381',
    /conventionally dated from (\d+) to (\d+), lasted (\d+) years\.$/,
    (from, to, years) => Number(to) - Number(from) === Number(years),
  ),
]
