import type Fraction from 'fraction.js'
import { matchAt } from './match-at.ts'
import { scanNumber } from './scan-number.ts'
import { scanUnit } from './scan-unit.ts'
import { findUnit, type Unit } from './units.ts'

/** A number as someone stated it: its exact value, its unit, and how precisely it was meant. */
export interface Quantity {
  readonly value: Fraction
  readonly unit: Unit | null
  /** Infinity for exact values, such as 3/4 or "twelve". */
  readonly significantDigits: number
}

export interface ScannedQuantity extends Quantity {
  readonly end: number
}

const DECADE = /\d{3}0s(?![\p{L}\d])/uy
const CURRENCY_BEFORE = /(US\$|[$€£]) ?/y

/** Scans the unsigned number, with its unit if it has one, that starts at a position: "$5", "3 km", "4-inch". */
export function scanQuantity(text: string, start: number): ScannedQuantity | null {
  const currency = matchAt(CURRENCY_BEFORE, text, start)
  const number = scanNumber(text, start + (currency?.[0].length ?? 0))
  if (!number) return null
  if (currency) return { ...number, unit: findUnit(currency[1]!) }
  // The s of "the 1990s" is not a second.
  if (matchAt(DECADE, text, start)) return { ...number, unit: null }
  const { end } = number
  const hasGap = text[end] === ' ' || (text[end] === '-' && /\p{L}/u.test(text[end + 1] ?? ''))
  return { ...number, unit: null, ...scanUnit(text, hasGap ? end + 1 : end) }
}
