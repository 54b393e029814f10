import Fraction from 'fraction.js'
import { NUMBER_WORDS, SCALES } from '../number-words.ts'

export interface ScannedNumber {
  readonly value: Fraction
  /** How many digits were given; Infinity for exact values, such as 3/4 or "twelve". */
  readonly significantDigits: number
  readonly end: number
}

const END = '(?![,.]?\\d)'
/** How digits are written, and what is left out of them before the decimal point. */
const NOTATIONS: readonly (readonly [RegExp, RegExp])[] = [
  [new RegExp(`(?!0)\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?${END}`, 'y'), /,/g],
  [new RegExp(`(?!0)\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?${END}`, 'y'), / /g],
  [new RegExp(`(?!0)\\d{1,3}(?:(?:\\.\\d{3})+,\\d+|(?:\\.\\d{3}){2,})${END}`, 'y'), /\./g],
  [new RegExp(`(?:\\d+,(?:\\d{1,2}|\\d{4,})|0,\\d{3}|\\d{4,},\\d{3})${END}`, 'y'), / /g],
  [/\d+(?:\.\d+)?|\.\d+/y, / /g],
]

const EXPONENT = /e[+-]?\d+(?![\d\p{L}])/iuy
const TIMES_TEN = / ?[*×x] ?10 ?(?:\^|\*\*) ?(?:\( ?([+-]?\d+) ?\)|([+-]?\d+))/y
const POWER = / ?(?:\^|\*\*) ?(?:\( ?([+-]?\d+) ?\)|([+-]?\d+))/y
const OVER = /(?<!\b\d{4}(?=\/\d{4}\b)) ?\/ ?(\d+)(?!\d|[.,][\d.,]*\d| ?\/)/y
const SCALE_WORD = new RegExp(` ?-?(${[...SCALES.keys()].join('|')})(?![\\p{L}\\d])`, 'iuy')

/** Scans the unsigned number, in digits or words, that starts at a position; null also if it is too large. */
export function scanNumber(text: string, start: number): ScannedNumber | null {
  const words = scanNumberWords(text, start)
  const number = words ? exact(words.value, words.end) : scanFigure(text, start)
  return number && withScale(text, number)
}

function scanFigure(text: string, start: number): ScannedNumber | null {
  const decimal = scanDecimal(text, start)
  if (!decimal) return null
  const { digits, end } = decimal
  const exponent = matchAt(EXPONENT, text, end)?.[0] ?? ''
  const value = fromDecimal(digits + exponent)
  if (!value) return null
  const number = { value, significantDigits: countDigits(digits), end: end + exponent.length }
  const isWhole = /^\d+$/.test(digits) && exponent === ''
  return (isWhole ? withFraction(text, number) : null) ?? withPower(text, number)
}

// The digits without separators and with a decimal point.
function scanDecimal(text: string, start: number): { digits: string; end: number } | null {
  for (const [pattern, separators] of NOTATIONS) {
    const match = matchAt(pattern, text, start)
    if (!match) continue
    return { digits: match[0].replace(separators, '').replace(',', '.'), end: start + match[0].length }
  }
  return null
}

// Trailing zeros are significant: only a scale word shows that a number was rounded.
function countDigits(digits: string): number {
  return Math.max(1, digits.replace('.', '').replace(/^0+/, '').length)
}

// "3/4".
function withFraction(text: string, { value, end }: ScannedNumber): ScannedNumber | null {
  const over = matchAt(OVER, text, end)
  return over && BigInt(over[1]!) !== 0n ? exact(value.div(BigInt(over[1]!)), end + over[0].length) : null
}

// "3 × 10^8" and "2^10".
function withPower(text: string, number: ScannedNumber): ScannedNumber | null {
  const { value, end } = number
  const timesTen = matchAt(TIMES_TEN, text, end)
  if (timesTen) {
    const exponent = Number(timesTen[1] ?? timesTen[2])
    if (Math.abs(exponent) > MOST_DIGITS) return null
    return { ...number, value: value.mul(powerOfTen(exponent)), end: end + timesTen[0].length }
  }
  const raised = matchAt(POWER, text, end)
  if (!raised) return number
  const exponent = Number(raised[1] ?? raised[2])
  const digits = `${value.n}${value.d}`.length * Math.abs(exponent)
  if (digits > MOST_DIGITS || (value.n === 0n && exponent < 0)) return null
  return exact(value.pow(exponent), end + raised[0].length)
}

function withScale(text: string, number: ScannedNumber): ScannedNumber {
  const match = matchAt(SCALE_WORD, text, number.end)
  if (!match) return number
  const value = number.value.mul(SCALES.get(match[1]!.toLowerCase())!)
  return withScale(text, { ...number, value, end: number.end + match[0].length })
}

function exact(value: Fraction, end: number): ScannedNumber {
  return { value, significantDigits: Number.POSITIVE_INFINITY, end }
}

const WORD = /(?: and |[ -])?([a-z]+)(?![\p{L}\d])/iuy
const ARTICLE = new RegExp(`an?(?= (?:${[...SCALES.keys()].join('|')})(?![\\p{L}\\d]))`, 'iuy')

/**
 * Scans a number in English words: "forty-two", "a million". Words are added up as long as they form one number: "forty two"
 * is one, "two forty" is not.
 */
export function scanNumberWords(text: string, start: number): { value: Fraction; end: number } | null {
  let end = start
  let [total, group] = [0, 0]
  // What comes next must be less than this, and a scale less than the last one.
  let [room, lastScale] = [100, Number.POSITIVE_INFINITY]
  for (;;) {
    const match = matchAt(WORD, text, end)
    const isOpening = end === start
    if (!match || /^\P{L}/u.test(match[0]) === isOpening) break
    const word = match[1]!.toLowerCase()
    const scale = SCALES.get(word) ?? 0
    const value = isOpening && matchAt(ARTICLE, text, start) ? 1 : NUMBER_WORDS.get(word)
    if (match[0].startsWith(' and ') && (room < 100 || scale > 0)) break
    if (scale === 100 && group > 0 && group < 100) [group, room] = [group * 100, 100]
    else if (scale > 100 && group > 0 && scale < lastScale)
      [total, group, room, lastScale] = [total + group * scale, 0, 100, scale]
    else if (value !== undefined && value < room && (value > 0 || isOpening))
      [group, room] = [group + value, value >= 20 ? 10 : 0]
    else break
    end += match[0].length
  }
  const sum = total + group
  return end === start || !Number.isSafeInteger(sum) ? null : { value: new Fraction(sum), end }
}

/** Longer numbers, and larger powers of ten, mean nothing to a reader and would cost memory and time. */
const MOST_DIGITS = 400
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

/** Matches a sticky pattern exactly at a position. */
export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}
