import {
  absolute,
  compare,
  divide,
  isInteger,
  MAXIMUM_DIGITS,
  multiply,
  power,
  type Rational,
  RationalRangeError,
  rational,
} from './rational.ts'

const TEN = rational(10)
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i
// Rounded values outside these powers of ten are written as 3.3e49, as JavaScript does with numbers.
const SMALLEST_PLAIN_EXPONENT = -7
const LARGEST_PLAIN_EXPONENT = 20

/** Parses "-12.50" or "3e8" exactly; null if the text is not a decimal number. */
export function fromDecimal(text: string): Rational | null {
  if (text.length > 2 * MAXIMUM_DIGITS) throw new RationalRangeError('oversize')
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  if (whole + fraction === '') return null
  const exponent = Number(exponentText) - fraction.length
  const digits = rational(BigInt(sign === '-' ? `-${whole}${fraction}` : whole + fraction))
  return multiply(digits, power(TEN, exponent))
}

/** Writes a fraction as a decimal: in full if it terminates, otherwise rounded to `significantDigits`. */
export function toDecimal(value: Rational, significantDigits = 15): string {
  const places = decimalPlaces(value)
  return places === null ? toRoundedDecimal(value, significantDigits) : writeDecimal(value, places)
}

/** Writes a fraction rounded to `significantDigits`, without trailing zeros. */
export function toRoundedDecimal(value: Rational, significantDigits: number): string {
  const rounded = roundToDigits(value, significantDigits)
  const exponent = decimalExponent(rounded)
  if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent <= LARGEST_PLAIN_EXPONENT) {
    return writeDecimal(rounded, decimalPlaces(rounded) ?? 0)
  }
  const mantissa = divide(rounded, power(TEN, exponent))
  return `${writeDecimal(mantissa, decimalPlaces(mantissa) ?? 0)}e${exponent}`
}

/** Rounds to a number of significant digits, halves away from zero. */
export function roundToDigits(value: Rational, significantDigits: number): Rational {
  if (value.numerator === 0n) return value
  const step = digitStep(value, significantDigits)
  const steps = divide(absolute(value), step)
  const whole = (2n * steps.numerator + steps.denominator) / (2n * steps.denominator)
  return multiply(rational(value.numerator < 0n ? -whole : whole), step)
}

/** The place value of a significant digit: 0.01 for the third digit of 3.14. */
export function digitStep(value: Rational, significantDigits: number): Rational {
  return power(TEN, decimalExponent(value) - significantDigits + 1)
}

/** How many significant digits are needed to write a value in full; Infinity for 1/3. */
export function digitsNeeded(value: Rational): number {
  const places = decimalPlaces(value)
  if (places === null) return Number.POSITIVE_INFINITY
  const scaled = absolute(multiply(value, power(TEN, places))).numerator.toString()
  return Math.max(1, scaled.replace(/^0+|(?<!0)0+$/g, '').length)
}

/** How many digits follow the decimal point when a value is written in full; null if they never end. */
export function decimalPlaces(value: Rational): number | null {
  let rest = value.denominator
  let twos = 0
  let fives = 0
  for (; rest % 2n === 0n; twos++) rest /= 2n
  for (; rest % 5n === 0n; fives++) rest /= 5n
  return rest === 1n ? Math.max(twos, fives) : null
}

// The power of ten of the leading digit: 2 for 345, -3 for 0.001.
function decimalExponent(value: Rational): number {
  if (value.numerator === 0n) return 0
  const size = absolute(value)
  const estimate = size.numerator.toString().length - size.denominator.toString().length
  return compare(size, power(TEN, estimate)) < 0 ? estimate - 1 : estimate
}

function writeDecimal(value: Rational, places: number): string {
  if (isInteger(value)) return value.numerator.toString()
  const { numerator, denominator } = absolute(value)
  const digits = ((numerator * 10n ** BigInt(places)) / denominator).toString().padStart(places + 1, '0')
  return `${value.numerator < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
