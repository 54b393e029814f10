import Fraction from 'fraction.js'

/** Longer numbers, and larger powers of ten, mean nothing to a reader and would cost memory and time. */
export const MOST_DIGITS = 400
const DECIMAL = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:e([+-]?\d+))?$/i

/** Parses "-12.50" or "3e8" exactly; null if the text is not a decimal number, or too large. */
export function fromDecimal(text: string): Fraction | null {
  const [, digits, exponent = '0'] = DECIMAL.exec(text) ?? []
  if (digits === undefined || digits.length > MOST_DIGITS || Math.abs(Number(exponent)) > MOST_DIGITS)
    return null
  return new Fraction(digits.replace(/\.$/, '')).mul(powerOfTen(Number(exponent)))
}

/** Ten to a whole power. */
export function powerOfTen(exponent: number): Fraction {
  const power = 10n ** BigInt(Math.abs(exponent))
  return exponent < 0 ? new Fraction(1n, power) : new Fraction(power)
}

/** The power of ten of the leading digit of a number: 2 for 345, -3 for 0.001. */
export function decimalExponent(value: Fraction): number {
  if (value.n === 0n) return 0
  const estimate = String(value.n).length - String(value.d).length
  return value.abs().lt(powerOfTen(estimate)) ? estimate - 1 : estimate
}

/** The place value of a significant digit: 0.01 for the third digit of 3.14. */
export function digitStep(value: Fraction, significantDigits: number): Fraction {
  return powerOfTen(decimalExponent(value) - significantDigits + 1)
}
