import { divide, multiply, ONE, power, type Rational, rational } from './rational.ts'
import { fromDecimal } from './rational-decimal.ts'
import type { Dimension } from './unit.ts'

const LENGTH: Dimension = { m: 1 }
const AREA: Dimension = { m: 2 }
const VOLUME: Dimension = { m: 3 }
const MASS: Dimension = { kg: 1 }
const TIME: Dimension = { s: 1 }
const CALENDAR: Dimension = { month: 1 }
const TEMPERATURE: Dimension = { K: 1 }
const CURRENT: Dimension = { A: 1 }
const CHARGE: Dimension = { A: 1, s: 1 }
const FORCE: Dimension = { kg: 1, m: 1, s: -2 }
const ENERGY: Dimension = { kg: 1, m: 2, s: -2 }
const POWER: Dimension = { kg: 1, m: 2, s: -3 }
const PRESSURE: Dimension = { kg: 1, m: -1, s: -2 }
const VOLTAGE: Dimension = { kg: 1, m: 2, s: -3, A: -1 }
const RESISTANCE: Dimension = { kg: 1, m: 2, s: -3, A: -2 }
const INFORMATION: Dimension = { bit: 1 }
export const ANGLE: Dimension = { angle: 1 }

export const PI = exactly('3.14159265358979323846264338327950288419716939937510')
const POUND = exactly('0.45359237')
const INCH = exactly('0.0254')
const PSI = divide(multiply(POUND, exactly('9.80665')), power(INCH, 2))

/** Symbol, names, dimension, factor to base units: the units that take prefixes from pico to tera. */
export const PREFIXED_UNITS: readonly (readonly [string, string, Dimension, string])[] = [
  ['m', 'metre meter', LENGTH, '1'],
  ['g', 'gram gramme', MASS, '0.001'],
  ['s', 'second sec', TIME, '1'],
  ['A', 'ampere amp', CURRENT, '1'],
  ['K', 'kelvin', TEMPERATURE, '1'],
  ['mol', 'mole', { mol: 1 }, '1'],
  ['cd', 'candela', { cd: 1 }, '1'],
  ['N', 'newton', FORCE, '1'],
  ['J', 'joule', ENERGY, '1'],
  ['cal', 'calorie', ENERGY, '4.184'],
  ['eV', 'electronvolt electron_volt', ENERGY, '1.602176634e-19'],
  ['W', 'watt', POWER, '1'],
  ['Wh', 'watt_hour watthour', ENERGY, '3600'],
  ['Pa', 'pascal', PRESSURE, '1'],
  ['bar', 'bar', PRESSURE, '1e5'],
  ['V', 'volt', VOLTAGE, '1'],
  ['Ω', 'ohm', RESISTANCE, '1'],
  ['Hz', 'hertz', { s: -1 }, '1'],
  ['L', 'litre liter', VOLUME, '0.001'],
  ['bit', 'bit', INFORMATION, '1'],
]

export const PREFIXES: readonly (readonly [string, string, number])[] = [
  ['p', 'pico', -12],
  ['n', 'nano', -9],
  ['μ', 'micro', -6],
  ['m', 'milli', -3],
  ['c', 'centi', -2],
  ['d', 'deci', -1],
  ['h', 'hecto', 2],
  ['k', 'kilo', 3],
  ['M', 'mega', 6],
  ['G', 'giga', 9],
  ['T', 'tera', 12],
]

/** The units without prefixes. Plurals in -s are added automatically; only others are listed. */
export const OTHER_UNITS: readonly (readonly [string, string, Dimension, Rational, Rational?])[] = [
  ['mi', 'mile', LENGTH, exactly('1609.344')],
  ['ft', 'foot feet', LENGTH, exactly('0.3048')],
  ['in', 'inch inches', LENGTH, INCH],
  ['yd', 'yard', LENGTH, exactly('0.9144')],
  ['nmi', 'nautical_mile', LENGTH, rational(1852)],
  ['ly', 'light_year lightyear', LENGTH, rational(9460730472580800n)],
  ['au', 'astronomical_unit', LENGTH, rational(149597870700n)],
  ['ha', 'hectare', AREA, rational(10000)],
  ['acre', 'acre', AREA, exactly('4046.8564224')],
  ['gal', 'gallon us_gallon', VOLUME, exactly('0.003785411784')],
  ['min', 'minute', TIME, rational(60)],
  ['h', 'hour', TIME, rational(3600)],
  ['day', 'day', TIME, rational(86400)],
  ['week', 'week', TIME, rational(604800)],
  // A month has no fixed number of days, so calendar units convert only into each other.
  ['month', 'month', CALENDAR, ONE],
  ['year', 'year', CALENDAR, rational(12)],
  ['decade', 'decade', CALENDAR, rational(120)],
  ['century', 'century centuries', CALENDAR, rational(1200)],
  ['t', 'tonne metric_ton', MASS, rational(1000)],
  ['lb', 'pound', MASS, POUND],
  ['oz', 'ounce', MASS, divide(POUND, rational(16))],
  ['C', 'coulomb', CHARGE, ONE],
  ['atm', 'atmosphere', PRESSURE, rational(101325)],
  ['psi', 'pounds_per_square_inch pound_per_square_inch', PRESSURE, PSI],
  ['°C', 'celsius centigrade degree_celsius degree_c deg_c', TEMPERATURE, ONE, exactly('273.15')],
  ['°F', 'fahrenheit degree_fahrenheit degree_f deg_f', TEMPERATURE, rational(5, 9), rational(45967, 180)],
  ['byte', 'byte', INFORMATION, rational(8)],
  ['KiB', 'kibibyte', INFORMATION, rational(8n * 1024n)],
  ['MiB', 'mebibyte', INFORMATION, rational(8n * 1024n ** 2n)],
  ['GiB', 'gibibyte', INFORMATION, rational(8n * 1024n ** 3n)],
  ['TiB', 'tebibyte', INFORMATION, rational(8n * 1024n ** 4n)],
  ['KB', 'kilobyte', INFORMATION, exactly('8e3')],
  ['MB', 'megabyte', INFORMATION, exactly('8e6')],
  ['GB', 'gigabyte', INFORMATION, exactly('8e9')],
  ['TB', 'terabyte', INFORMATION, exactly('8e12')],
  ['PB', 'petabyte', INFORMATION, exactly('8e15')],
  ['°', 'degree deg', ANGLE, ONE],
  ['%', 'percent percentage percentage_point per_cent pct', {}, rational(1, 100)],
  ['$', 'dollar us_dollar', { 'currency:usd': 1 }, ONE],
  ['cent', 'cent', { 'currency:usd': 1 }, rational(1, 100)],
  ['€', 'euro', { 'currency:eur': 1 }, ONE],
  ['£', 'pound_sterling pounds_sterling', { 'currency:gbp': 1 }, ONE],
]

/** Symbols with their other spellings; case matters: Mb is a megabit, MB a megabyte. */
export const SYMBOL_ALIASES: readonly (readonly [string, string])[] = [
  ['L', 'l'],
  ['mL', 'ml'],
  ['cL', 'cl'],
  ['dL', 'dl'],
  ['μm', 'um'],
  ['μg', 'ug'],
  ['km', 'KM Km'],
  ['kg', 'KG Kg'],
  ['h', 'hr hrs'],
  ['min', 'mins'],
  ['lb', 'lbs'],
  ['day', 'd'],
  ['week', 'wk'],
  ['year', 'yr yrs'],
  ['au', 'AU'],
  ['kHz', 'KHz khz'],
  ['MHz', 'mhz'],
  ['GHz', 'ghz'],
  ['Hz', 'hz'],
  ['kWh', 'kwh KWh'],
  ['kW', 'KW'],
  ['kcal', 'Cal'],
  ['byte', 'B'],
  ['KB', 'kB kb'],
  ['MB', 'mb'],
  ['GB', 'gb'],
  ['TB', 'tb'],
  ['kbit', 'Kb'],
  ['Mbit', 'Mb'],
  ['Gbit', 'Gb'],
  ['°C', '°_C °c'],
  ['°F', '°_F °f'],
  ['$', 'USD US$'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['cent', '¢'],
  ['kΩ', 'kilohm kilohms'],
  ['MΩ', 'megohm megohms'],
]

/** Names for a quotient or product of two units. */
export const COMPOUND_ALIASES: readonly (readonly [string, string, string, 1 | -1])[] = [
  ['mph', 'mi', 'h', -1],
  ['kph kmh kmph', 'km', 'h', -1],
  ['knot knots', 'nmi', 'h', -1],
  ['bps', 'bit', 's', -1],
  ['kbps', 'kbit', 's', -1],
  ['Mbps', 'Mbit', 's', -1],
  ['Gbps', 'Gbit', 's', -1],
  ['newton_metre newton_metres newton_meter newton_meters', 'N', 'm', 1],
]

/** Parses a factor of this table; all of them are decimals. */
export function exactly(decimal: string): Rational {
  return fromDecimal(decimal)!
}
