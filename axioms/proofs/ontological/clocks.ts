// Time zones and clocks, by the time zone data of JavaScript.
import { type Proof, prove } from '../../proof.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September']
MONTHS.push('October', 'November', 'December')
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day)

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** The offset from UTC of a time zone at a time, such as `+05:30`. */
function offset(timeZone: string, time: number): string {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  offsetFormats.set(timeZone, format)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
  return name.slice('GMT'.length) || '+00:00'
}

const minutes = (text: string): number =>
  Number(`${text[0]}1`) * (60 * Number(text.slice(1, 3)) + Number(text.slice(4, 6)))

/** The offsets a time zone has on the days of a year. */
function offsetsIn(year: number, timeZone: string): Set<string> {
  const days = Array.from({ length: 365 }, (_, index) => at(year, 1, 1) + index * DAY)
  return new Set(days.map((day) => offset(timeZone, day)))
}

/** The times of a year, in whole hours, at which a time zone changes its offset. */
function clockChanges(year: number, timeZone: string): number[] {
  const changes: number[] = []
  for (let day = at(year, 1, 1); day < at(year + 1, 1, 1); day += DAY) {
    if (offset(timeZone, day) === offset(timeZone, day + DAY)) continue
    let time = day
    while (offset(timeZone, time) === offset(timeZone, time - HOUR)) time += HOUR
    changes.push(time)
  }
  return changes
}

/** The `last` or `second` day of that name in a month, at midnight UTC. */
function dayInMonth(which: string, name: string, month: number, year: number): number {
  const days = Array.from({ length: 31 }, (_, index) => at(year, month, index + 1)).filter(
    (time) => WEEKDAYS[new Date(time).getUTCDay()] === name && new Date(time).getUTCMonth() === month - 1,
  )
  return days.at(which === 'last' ? -1 : ORDINALS.indexOf(which))!
}

/** Computes again what axioms of level 3 state about time zones and clocks. */
export const ontologicalClockProofs: Proof[] = [
  prove(
    'onto-0306',
    /^India Standard Time is UTC(\S+) in all seasons, as of January 2025\.$/,
    (stated) => [...offsetsIn(2024, 'Asia/Kolkata')].join() === stated,
  ),
  prove(
    'onto-0307',
    /^The official time of the whole of China, as of January 2025, is UTC(\S+)\.$/,
    (stated) => [...offsetsIn(2024, 'Asia/Shanghai')].join() === stated,
  ),
  prove(
    'onto-0308',
    /^Clocks in (\S+) show UTC(\S+) \(Greenwich Mean Time\) in winter and UTC(\S+) \(British Summer Time\) in summer, as of January 2025\.$/,
    (city, winter, summer) =>
      offset(`Europe/${city}`, at(2025, 1, 15)) === winter &&
      offset(`Europe/${city}`, at(2024, 7, 15)) === summer,
  ),
  prove(
    'onto-0309',
    /^Eastern Standard Time in (.+) is UTC(\S+) and Pacific Standard Time in (.+) is UTC(\S+), a difference of (\d+) hours\.$/,
    (east, eastern, west, pacific, hours) =>
      [east, west].map((city) => offset(`America/${city!.replace(' ', '_')}`, at(2025, 1, 15))).join() ===
        [eastern, pacific].join() && minutes(eastern!) - minutes(pacific!) === 60 * Number(hours),
  ),
  prove(
    ['onto-0310', 'onto-0311'],
    /^(?:Summer time in the (European) Union|Daylight saving time in most of the United States), as of January 2025, begins on the (\S+) (\S+) of (\S+) and ends on the (\S+) (\S+) of ([A-Z][a-z]+)(?:, at (\d+):00 UTC)?\.$/,
    (european, ...stated) =>
      [2023, 2024].every((year) => {
        const changes = clockChanges(year, european ? 'Europe/Berlin' : 'America/New_York')
        return (
          changes.length === 2 &&
          changes.every((change, index) => {
            const [which, name, month] = stated.slice(3 * index, 3 * index + 3)
            const day = dayInMonth(which!, name!, MONTHS.indexOf(month!) + 1, year)
            return european ? change === day + Number(stated[6]) * HOUR : change - (change % DAY) === day
          })
        )
      }),
  ),
  prove(
    'onto-0312',
    /^A traveller who crosses the International Date Line westward, .* moves the calendar (forward|back) by (\S+) day\.$/,
    (sense, days) => {
      const east = minutes(offset('Pacific/Pago_Pago', at(2025, 1, 15)))
      const west = minutes(offset('Pacific/Tongatapu', at(2025, 1, 15)))
      return (
        (west - east) / (24 * 60) === (sense === 'forward' ? 1 : -1) * ['no', 'one', 'two'].indexOf(days!)
      )
    },
  ),
  prove(
    'onto-0314',
    /^In the 12-hour clock as commonly used, (12:00 .m) is midnight and (12:00 .m) is noon\.$/,
    (midnight, noon) => {
      const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', hour12: true, timeZone: 'UTC' })
      const shown = [0, 12].map((hour) =>
        clock
          .format(hour * HOUR)
          .toLowerCase()
          .replace(/\s/, ' '),
      )
      return shown.join() === [midnight, noon].join()
    },
  ),
]
