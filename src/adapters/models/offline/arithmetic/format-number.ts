import Fraction from 'fraction.js'
import { decimalExponent, digitStep } from '../../../../language/quantity/index.ts'

const ROUNDED_DIGITS = 9
const MOST_DECIMAL_PLACES = 20
// Rounded values outside these powers of ten are written as 3.3e49, as JavaScript does with numbers.
const SMALLEST_PLAIN_EXPONENT = -7
const LARGEST_PLAIN_EXPONENT = 20

/** Whether a value can be written in full as a decimal of a reasonable length. */
export function isShortDecimal(value: Fraction): boolean {
  return 10n ** BigInt(MOST_DECIMAL_PLACES) % value.d === 0n
}

/** Writes a value as a decimal: in full if it is exact and short, otherwise rounded to nine digits. */
export function formatNumber(value: Fraction, isExact = true): string {
  if (isExact && isShortDecimal(value)) return decimalOf(value)
  const step = digitStep(value, ROUNDED_DIGITS)
  const rounded = value.div(step).round().mul(step)
  const exponent = decimalExponent(rounded)
  if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent <= LARGEST_PLAIN_EXPONENT) return decimalOf(rounded)
  return `${decimalOf(rounded.div(new Fraction(10).pow(exponent)))}e${exponent}`
}

function decimalOf(value: Fraction): string {
  return value.toString(2 * MOST_DECIMAL_PLACES)
}
