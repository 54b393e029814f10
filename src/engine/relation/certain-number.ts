import Fraction from 'fraction.js'
import { parseQuantity, type Quantity } from '../../language/quantity/parse-quantity.ts'
import { digitStep, powerOfTen } from '../../language/quantity/scan-number.ts'
import { convert, sameDimension } from '../../language/quantity/units.ts'

/** How two answers relate, as far as that is certain without understanding them. */
export type Relation = 'same' | 'different' | 'unknown'

/** A number that is stated without a hedge or a bound. */
export interface CertainNumber extends Pick<Quantity, 'value' | 'unit'> {
  /** How far the value it stands for may be away from it. */
  tolerance: Fraction
  /** Whether it may be another number elsewhere: 1,500 is one and a half to a German reader. */
  isAmbiguous: boolean
}

const AMBIGUOUS = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,]*\d)/

const EXACT = new Fraction(0)
/** From here on an integer that ends in zeros may be rounded. */
const MAY_BE_ROUNDED = 100n

/** The number that a text is; null for any other text, and for one that is approximate or a bound. */
export function certainNumber(text: string): CertainNumber | null {
  const quantity = parseQuantity(text)
  if (quantity === null) return null
  const { value, unit } = quantity
  return { value, unit, tolerance: toleranceOf(quantity), isAmbiguous: AMBIGUOUS.test(text) }
}

/** The same if their values are equal; different if no value can be meant by both. */
export function relateNumbers(left: CertainNumber, right: CertainNumber): Relation {
  const other = inUnitOf(left, right)
  if (other === null) return 'unknown'
  const isSame = left.value.equals(other.value)
  if (isSame) return left.isAmbiguous === right.isAmbiguous ? 'same' : 'unknown'
  if (areThousandfold(left.value, other.value)) return 'unknown'
  const distance = left.value.sub(other.value).abs()
  return distance.lt(left.tolerance.add(other.tolerance)) ? 'unknown' : 'different'
}

/** Half a unit of the last digit; a whole unit of the last that is not zero where an integer may have been rounded to it. */
function toleranceOf({ value, significantDigits }: Quantity): Fraction {
  if (!Number.isFinite(significantDigits) || value.n === 0n) return EXACT
  if (value.d === 1n && value.n >= MAY_BE_ROUNDED) {
    const digits = String(value.n)
    let zeros = 0
    while (digits.at(-1 - zeros) === '0') zeros++
    if (digits.length - zeros < significantDigits) return powerOfTen(zeros)
  }
  return digitStep(value, significantDigits).div(2)
}

/** A number in the unit of another; null where that is not certain. */
function inUnitOf(target: CertainNumber, number: CertainNumber): CertainNumber | null {
  const [to, from] = [target.unit, number.unit]
  if (to === null || from === null) return to === from ? number : null
  if (to.symbol === from.symbol) return number
  if (!sameDimension(to, from) || to.offset.n !== 0n || from.offset.n !== 0n) return null
  return {
    ...number,
    value: convert(number.value, from, to),
    unit: to,
    tolerance: number.tolerance.mul(from.factor).div(to.factor),
  }
}

function areThousandfold(left: Fraction, right: Fraction): boolean {
  return left.mul(1_000).equals(right) || right.mul(1_000).equals(left)
}
