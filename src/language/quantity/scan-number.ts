import { SCALES } from '../number-words.ts'
import { matchAt } from './match-at.ts'
import { add, multiply, power, type Rational, rational } from './rational.ts'
import { fromDecimal } from './rational-decimal.ts'
import { scanNumberWords } from './scan-number-words.ts'

export interface ScannedNumber {
  readonly value: Rational
  /** How many digits were given; Infinity for exact values, such as 3/4 or "twelve". */
  readonly significantDigits: number
  readonly end: number
}

/**
 * How signs that may be operators are interpreted: in a `quantity`, 10^8, 3/4 and 3,5 are numbers; in an `expression`, the
 * power, the quotient and the list are left to the parser of the expression.
 */
export type Notation = 'quantity' | 'expression'

const END = '(?![,.]?\\d)'
const GROUPED = [
  new RegExp(`(?!0)\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?${END}`, 'y'),
  new RegExp(`(?!0)\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?${END}`, 'y'),
]
const SPACED = new RegExp(`(?!0)\\d{1,3}([ '_])\\d{3}(?:\\1\\d{3})*(?:[.,]\\d+)?${END}`, 'y')
const CONTINENTAL = new RegExp(`(?!0)\\d{1,3}(?:(?:\\.\\d{3})+,\\d+|(?:\\.\\d{3}){2,})${END}`, 'y')
const DECIMAL_COMMA = new RegExp(`(?:\\d+,(?:\\d{1,2}|\\d{4,})|0,\\d{3}|\\d{4,},\\d{3})${END}`, 'y')
const PLAIN = /\d+(?:\.\d+)?|\.\d+/y

const EXPONENT = /e([+-]?\d+)(?![\d\p{L}])/iuy
const TIMES_TEN = / ?[*×x] ?10 ?(?:\^|\*\*) ?(?:\( ?([+-]?\d+) ?\)|([+-]?\d+))/y
const POWER = / ?(?:\^|\*\*) ?(?:\( ?([+-]?\d+) ?\)|([+-]?\d+))/y
const OVER = /(?<!\b\d{4}(?=\/\d{4}\b)) ?\/ ?(\d+)(?!\d|[.,][\d.,]*\d| ?\/)/y
const OVER_OF = / ?\/ ?(\d+)(?= of )/y
const AND_FRACTION = /(?: |-| and )(\d+)\/(\d+)(?!\d|[.,][\d.,]*\d|\/)/y
const MIXED = / (\d+)\/(\d+)(?!\d|[.,][\d.,]*\d|\/)/y
const SCALE_WORD = new RegExp(` ?-?(${[...SCALES.keys(), 'dozen'].join('|')})(?![\\p{L}\\d])`, 'iuy')
const SCALE_LETTER = / ?(bn|tn)(?![\p{L}\d])|(k|M)(?![\p{L}\d])/uy
const SHORT_SCALES: Readonly<Record<string, number>> = { dozen: 12, k: 1e3, M: 1e6, bn: 1e9, tn: 1e12 }

/** Scans the unsigned number, in digits or words, that starts at a position. */
export function scanNumber(text: string, start: number, notation: Notation): ScannedNumber | null {
  const words = scanNumberWords(text, start)
  if (words) return withScale(text, { ...words, significantDigits: Number.POSITIVE_INFINITY })
  const digits = scanDigits(text, start, notation)
  return digits && withScale(text, withPower(text, digits, notation))
}

function scanDigits(
  text: string,
  start: number,
  notation: Notation,
): (ScannedNumber & { plain: boolean }) | null {
  const decimal = readDecimal(text, start, notation)
  if (!decimal) return null
  const exponent = matchAt(EXPONENT, text, start + decimal.length)
  const value = fromDecimal(decimal.digits + (exponent?.[0] ?? ''))
  if (!value) return null
  return {
    value,
    significantDigits: countDigits(decimal.digits),
    end: start + decimal.length + (exponent?.[0].length ?? 0),
    plain: exponent === null && /^\d+$/.test(decimal.digits),
  }
}

// The digits without separators and with a decimal point.
function readDecimal(
  text: string,
  start: number,
  notation: Notation,
): { digits: string; length: number } | null {
  const grouped = GROUPED.map((pattern) => matchAt(pattern, text, start)).find((match) => match)
  if (grouped) return { digits: grouped[0].replaceAll(',', ''), length: grouped[0].length }
  const spaced = matchAt(SPACED, text, start)
  if (spaced) return { digits: spaced[0].replace(/[ '_]/g, '').replace(',', '.'), length: spaced[0].length }
  const continental = notation === 'quantity' && matchAt(CONTINENTAL, text, start)
  if (continental) {
    return { digits: continental[0].replaceAll('.', '').replace(',', '.'), length: continental[0].length }
  }
  const comma = notation === 'quantity' && matchAt(DECIMAL_COMMA, text, start)
  if (comma) return { digits: comma[0].replace(',', '.'), length: comma[0].length }
  const plain = matchAt(PLAIN, text, start)
  return plain && { digits: plain[0], length: plain[0].length }
}

// Trailing zeros are significant: only a hedge or a scale word shows that a number was rounded.
function countDigits(digits: string): number {
  return Math.max(1, digits.replace('.', '').replace(/^0+/, '').length)
}

function withPower(
  text: string,
  number: ScannedNumber & { plain: boolean },
  notation: Notation,
): ScannedNumber {
  const mixed = number.plain && matchAt(notation === 'quantity' ? AND_FRACTION : MIXED, text, number.end)
  if (mixed && BigInt(mixed[1]!) < BigInt(mixed[2]!)) {
    return exact(
      add(number.value, rational(BigInt(mixed[1]!), BigInt(mixed[2]!))),
      number.end + mixed[0].length,
    )
  }
  const over = number.plain && matchAt(notation === 'quantity' ? OVER : OVER_OF, text, number.end)
  if (over && BigInt(over[1]!) !== 0n) {
    return exact(rational(number.value.numerator, BigInt(over[1]!)), number.end + over[0].length)
  }
  if (notation === 'expression') return number
  const timesTen = matchAt(TIMES_TEN, text, number.end)
  if (timesTen) {
    const scale = power(rational(10), Number(timesTen[1] ?? timesTen[2]))
    const { value, significantDigits, end } = number
    return { value: multiply(value, scale), significantDigits, end: end + timesTen[0].length }
  }
  const raised = matchAt(POWER, text, number.end)
  if (!raised) return number
  return exact(power(number.value, Number(raised[1] ?? raised[2])), number.end + raised[0].length)
}

function withScale(text: string, number: ScannedNumber): ScannedNumber {
  const word = matchAt(SCALE_WORD, text, number.end)
  const match = word ?? matchAt(SCALE_LETTER, text, number.end)
  if (!match) return number
  const name = word?.[1]?.toLowerCase() ?? match[1] ?? match[2] ?? ''
  const scale = SCALES.get(name) ?? SHORT_SCALES[name] ?? 1
  const end = number.end + match[0].length
  return withScale(text, { ...number, value: multiply(number.value, rational(scale)), end })
}

function exact(value: Rational, end: number): ScannedNumber {
  return { value, significantDigits: Number.POSITIVE_INFINITY, end }
}
