import {
  absolute,
  compare,
  convert,
  digitStep,
  digitsNeeded,
  divide,
  equals,
  hasOffset,
  isInteger,
  multiply,
  parseQuantity,
  type Quantity,
  type Rational,
  RationalRangeError,
  rational,
  sameDimension,
  subtract,
} from '../../language/quantity/index.ts'
import type { Relation } from './relation.ts'

/** A number that is stated without a hedge or a bound. */
export interface CertainNumber extends Pick<Quantity, 'value' | 'unit'> {
  /** How far the value it stands for may be away from it. */
  tolerance: Rational
  /** Whether it may be another number elsewhere: 1,500 is one and a half to a German reader. */
  isAmbiguous: boolean
}

const AMBIGUOUS = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,]*\d)/

const HALF = rational(1, 2)
const THOUSAND = rational(1_000)
const EXACT = rational(0)
/** From here on an integer that ends in zeros may be rounded. */
const MAY_BE_ROUNDED = rational(100)

/** The number that a text is; null for any other text, and for one that is approximate or a bound. */
export function certainNumber(text: string): CertainNumber | null {
  return unlessTooLarge(() => {
    const quantity = parseQuantity(text)
    if (quantity === null || quantity.approximate || quantity.bound !== null) return null
    const { value, unit } = quantity
    return { value, unit, tolerance: toleranceOf(quantity), isAmbiguous: AMBIGUOUS.test(text) }
  }, null)
}

/** The same if their values are equal; different if no value can be meant by both. */
export function relateNumbers(left: CertainNumber, right: CertainNumber): Relation {
  return unlessTooLarge<Relation>(() => {
    const other = inUnitOf(left, right)
    if (other === null) return 'unknown'
    const isSame = equals(left.value, other.value)
    if (isSame) return left.isAmbiguous === right.isAmbiguous ? 'same' : 'unknown'
    if (areThousandfold(left.value, other.value)) return 'unknown'
    const distance = absolute(subtract(left.value, other.value))
    const meet = compare(subtract(distance, left.tolerance), other.tolerance) < 0
    return meet ? 'unknown' : 'different'
  }, 'unknown')
}

/** Half a unit of the last digit; a whole unit of the last that is not zero where an integer may have been rounded to it. */
function toleranceOf({ value, significantDigits }: Quantity): Rational {
  if (!Number.isFinite(significantDigits) || value.numerator === 0n) return EXACT
  if (isInteger(value) && compare(absolute(value), MAY_BE_ROUNDED) >= 0) {
    const needed = digitsNeeded(value)
    if (needed < significantDigits) return digitStep(value, needed)
  }
  return multiply(digitStep(value, significantDigits), HALF)
}

/** A number in the unit of another; null where that is not certain. */
function inUnitOf(target: CertainNumber, number: CertainNumber): CertainNumber | null {
  const [to, from] = [target.unit, number.unit]
  if (to === null || from === null) return to === from ? number : null
  if (to.symbol === from.symbol) return number
  if (!sameDimension(to, from) || !to.exact || !from.exact || hasOffset(to) || hasOffset(from)) return null
  const scale = divide(from.factor, to.factor)
  return {
    ...number,
    value: convert(number.value, from, to),
    unit: to,
    tolerance: multiply(number.tolerance, scale),
  }
}

function areThousandfold(left: Rational, right: Rational): boolean {
  return equals(multiply(left, THOUSAND), right) || equals(multiply(right, THOUSAND), left)
}

function unlessTooLarge<Value>(compute: () => Value, otherwise: Value): Value {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RationalRangeError) return otherwise
    throw error
  }
}
