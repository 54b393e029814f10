import { matchAt } from './match-at.ts'
import { add, compare, isInteger, multiply, ONE, type Rational, rational } from './rational.ts'
import { type Notation, scanNumber } from './scan-number.ts'
import { type ScannedUnit, scanUnit } from './scan-unit.ts'
import { combineUnits, convert, sameDimension, type Unit } from './unit.ts'
import { findUnit } from './units.ts'

export interface ScannedQuantity {
  readonly value: Rational
  readonly unit: Unit | null
  readonly significantDigits: number
  readonly end: number
}

const CURRENCY_BEFORE = /(US\$|[$€£]|(?:USD|EUR|GBP)(?= ?\d)) ?/y
const CURRENCY_SCALE = /([kKmMbBT])(?![\p{L}\d])/uy
const CURRENCY_SCALES: Readonly<Record<string, bigint>> = {
  k: 10n ** 3n,
  m: 10n ** 6n,
  b: 10n ** 9n,
  t: 10n ** 12n,
}
const DECADE = /\d{3}0s(?![\p{L}\d])/uy
const SMALLER_PART_DIMENSIONS = new Set(['m', 's', 'kg', 'month', 'angle'])

/** Scans the unsigned number, with its unit if it has one, that starts at a position: "$5", "3 km", "5 ft 3 in". */
export function scanQuantity(text: string, start: number, notation: Notation): ScannedQuantity | null {
  const currency = matchAt(CURRENCY_BEFORE, text, start)
  if (currency) return scanMoney(text, start, currency, notation)
  const number = scanNumber(text, start, notation)
  if (!number) return null
  // The s of "the 1990s" is not a second.
  const unit = matchAt(DECADE, text, start) ? null : scanUnitAfter(text, number.end)
  if (!unit) return { ...number, unit: null }
  return withSmallerPart(text, { ...number, ...unit }, notation)
}

function scanMoney(
  text: string,
  start: number,
  [prefix, symbol = '']: RegExpExecArray,
  notation: Notation,
): ScannedQuantity | null {
  const number = scanNumber(text, start + prefix.length, notation)
  const unit = findUnit(symbol)
  if (!number || !unit) return null
  const letter = matchAt(CURRENCY_SCALE, text, number.end)
  const scale = rational(CURRENCY_SCALES[letter?.[1]?.toLowerCase() ?? ''] ?? 1n)
  const end = number.end + (letter?.[0].length ?? 0)
  const per = /^ ?(?:per |\/)/i.test(text.slice(end, end + 5)) ? scanUnitAfter(text, end) : null
  const whole = per ? combineUnits(unit, per.unit).unit : unit
  return { ...number, value: multiply(number.value, scale), unit: whole, end: per?.end ?? end }
}

function scanUnitAfter(text: string, end: number): ScannedUnit | null {
  const spaces = text[end] === ' ' || (text[end] === '-' && /\p{L}/u.test(text[end + 1] ?? '')) ? 1 : 0
  return scanUnit(text, end + spaces)
}

// "5 ft 3 in" or "2 hours 30 minutes": a whole number of one unit, and less than one of it in a smaller unit.
function withSmallerPart(text: string, first: ScannedQuantity, notation: Notation): ScannedQuantity {
  const between = /^(?: |, )(?=\d)/.exec(text.slice(first.end, first.end + 3))
  if (!between || !first.unit || !mayHaveParts(first.unit) || !isInteger(first.value)) return first
  const number = scanNumber(text, first.end + between[0].length, notation)
  const part = number && scanUnitAfter(text, number.end)
  if (!part || !sameDimension(part.unit, first.unit) || compare(part.unit.factor, first.unit.factor) >= 0)
    return first
  const inFirstUnit = convert(number.value, part.unit, first.unit)
  if (compare(inFirstUnit, ONE) >= 0) return first
  const digits = Math.max(first.significantDigits, number.significantDigits)
  return {
    value: add(first.value, inFirstUnit),
    unit: first.unit,
    significantDigits: digits + 2,
    end: part.end,
  }
}

function mayHaveParts(unit: Unit): boolean {
  const [base, ...others] = Object.keys(unit.dimension)
  return unit.terms.length === 1 && others.length === 0 && SMALLER_PART_DIMENSIONS.has(base ?? '')
}
