import type { Quantity } from './quantity.ts'
import {
  absolute,
  compare,
  divide,
  equals,
  isInteger,
  multiply,
  type Rational,
  RationalRangeError,
  rational,
  subtract,
} from './rational.ts'
import { digitStep } from './rational-decimal.ts'
import { convert, hasOffset, sameDimension, type Unit, unitOf } from './unit.ts'

// A value rounded to fewer digits is too imprecise: 3 is not π.
const FEWEST_ROUNDED_DIGITS = 3
const HEDGED_TOLERANCE = rational(5, 100)
const HALF = rational(1, 2)
const PLAIN_NUMBER = unitOf([])
// A hedge changes a value by at most 5 %, rounding to three digits by 0.5 %; a percentage may be written without its
// sign.
const NEAR_HEDGED = 1.1
const NEAR_ROUNDED = 1.01
const PERCENT = 100

/**
 * Whether two stated quantities are the same: equal after conversion, or one is the other rounded. A missing unit is
 * tolerated, because the question often implies it. “Over 50” is neither 50 nor “under 50”.
 */
export function sameQuantity(left: Quantity, right: Quantity): boolean {
  return left.bound === right.bound && sameNumber(left, right)
}

function sameNumber(left: Quantity, right: Quantity): boolean {
  if (farApart(left, right)) return false
  try {
    return sameValue(left, right)
  } catch (error) {
    // Numbers so far apart that the computation exceeds its limits are not the same.
    if (error instanceof RationalRangeError) return false
    throw error
  }
}

/** Whether a rough comparison already shows that two numbers differ. */
function farApart(left: Quantity, right: Quantity): boolean {
  const [from, to] = [left.unit ?? PLAIN_NUMBER, right.unit ?? PLAIN_NUMBER]
  const converted = left.unit && right.unit && from.symbol !== to.symbol
  if (converted && (hasOffset(from) || hasOffset(to))) return false
  const scale = converted ? roughly(from.factor) / roughly(to.factor) : 1
  const ratio = (roughly(left.value) / roughly(right.value)) * scale
  // The ratio is useless if a value is zero, or too large or small for a floating-point number.
  if (!Number.isFinite(ratio) || ratio === 0) return false
  const near = left.approximate || right.approximate ? NEAR_HEDGED : NEAR_ROUNDED
  const isNear = (size: number) => size < near && size > 1 / near
  return !(isNear(ratio) || isNear(ratio * PERCENT) || isNear(ratio / PERCENT))
}

function roughly({ numerator, denominator }: Rational): number {
  return Number(numerator) / Number(denominator)
}

function sameValue(left: Quantity, right: Quantity): boolean {
  if (left.unit && right.unit) return sameDimension(left.unit, right.unit) && agree(left, right)
  return agreeInOneUnit(left, right) || (isPlain(left.unit) && isPlain(right.unit) && agree(left, right))
}

function agree(left: Quantity, right: Quantity): boolean {
  return agreeInOneUnit(left, inUnitOf(left, right)) || agreeInOneUnit(inUnitOf(right, left), right)
}

// Converts a quantity to the unit of the target; its significant digits are meaningless in another unit.
function inUnitOf(target: Quantity, quantity: Quantity): Quantity {
  if (target.unit?.symbol === quantity.unit?.symbol) return quantity
  const value = convert(quantity.value, quantity.unit ?? PLAIN_NUMBER, target.unit ?? PLAIN_NUMBER)
  return { ...quantity, value, significantDigits: Number.POSITIVE_INFINITY }
}

function isPlain(unit: Unit | null): boolean {
  return unit === null || Object.keys(unit.dimension).length === 0
}

function agreeInOneUnit(left: Quantity, right: Quantity): boolean {
  if (equals(left.value, right.value)) return true
  if (isRounding(left, right.value) || isRounding(right, left.value)) return true
  const [coarser, finer] = left.significantDigits < right.significantDigits ? [left, right] : [right, left]
  if (!coarser.approximate || coarser.significantDigits >= finer.significantDigits) return false
  if (coarser.significantDigits >= FEWEST_ROUNDED_DIGITS) return false
  const tolerance = multiply(absolute(finer.value), HEDGED_TOLERANCE)
  return compare(absolute(subtract(coarser.value, finer.value)), tolerance) <= 0
}

// Whether the coarse value is the precise one rounded to the digits of the coarse one; ties may go either way.
function isRounding(coarse: Quantity, precise: Rational): boolean {
  const digits = coarse.significantDigits
  if (digits < FEWEST_ROUNDED_DIGITS || !Number.isFinite(digits) || precise.numerator === 0n) return false
  const step = digitStep(precise, digits)
  if (!isInteger(divide(coarse.value, step))) return false
  return compare(absolute(subtract(coarse.value, precise)), multiply(step, HALF)) <= 0
}
