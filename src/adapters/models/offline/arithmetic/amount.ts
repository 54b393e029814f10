import {
  add,
  combineUnits,
  convert,
  divide,
  findUnit,
  hasOffset,
  multiply,
  negate,
  power,
  type Rational,
  rational,
  sameDimension,
  type Unit,
} from '../../../../language/quantity/index.ts'

/** A value during evaluation; `exact` is false once an irrational number has been rounded. */
export interface Amount {
  readonly value: Rational
  readonly unit: Unit | null
  readonly exact: boolean
}

/** Thrown during an evaluation when there is no answer, as for 3 km + 2 kg. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

// No useful unit has a larger exponent.
const LARGEST_UNIT_POWER = 12

/** The sum in the unit of the first; rejects a number plus a length, and sums of temperatures. */
export function addAmounts(left: Amount, right: Amount): Amount {
  const other = inUnit(right, left.unit)
  if (hasOffset(left.unit) || hasOffset(right.unit)) throw new NoAnswerError('temperatures are not added')
  return { ...other, value: add(left.value, other.value), exact: left.exact && other.exact }
}

/** The same amount with the opposite sign. */
export function negateAmount(amount: Amount): Amount {
  return { ...amount, value: negate(amount.value) }
}

/** The product, or with exponent -1 the quotient, in the combined unit: 60 km/h × 30 min is 30 km. */
export function multiplyAmounts(leftAmount: Amount, rightAmount: Amount, exponent: 1 | -1 = 1): Amount {
  const [left, right] = [withoutPercent(leftAmount), withoutPercent(rightAmount)]
  if (hasOffset(left.unit) || hasOffset(right.unit))
    throw new NoAnswerError('temperatures are not multiplied')
  const { unit, scale } = combineUnits(left.unit, right.unit, exponent)
  const product = exponent === 1 ? multiply(left.value, right.value) : divide(left.value, right.value)
  return { value: multiply(product, scale), unit, exact: left.exact && right.exact }
}

/** The amount raised to a whole number, its unit too. */
export function raiseAmount(amount: Amount, exponent: number): Amount {
  const base = withoutPercent(amount)
  if (base.value.numerator === 0n && exponent <= 0) throw new NoAnswerError('zero to a power not above zero')
  if (!base.unit) return { ...base, value: power(base.value, exponent) }
  if (hasOffset(base.unit) || Math.abs(exponent) > LARGEST_UNIT_POWER || exponent === 0) {
    throw new NoAnswerError('this unit is not raised to that power')
  }
  let unit: Unit | null = null
  for (let count = Math.abs(exponent); count > 0; count--) {
    unit = combineUnits(unit, base.unit, Math.sign(exponent)).unit
  }
  return { ...base, value: power(base.value, exponent), unit }
}

/** The same amount in another unit; a plain number fits only a dimensionless unit, such as percent. */
export function inUnit(amount: Amount, unit: Unit | null): Amount {
  if (amount.unit === unit) return amount
  if (!amount.unit || !unit || !sameDimension(amount.unit, unit))
    throw new NoAnswerError('units do not match')
  const exact = amount.exact && amount.unit.exact === unit.exact
  return { value: convert(amount.value, amount.unit, unit), unit, exact }
}

/** A number as percent: 0.15 is 15%. */
export function asPercent(amount: Amount): Amount {
  const { value, unit, exact } = withoutPercent(amount)
  if (unit) throw new NoAnswerError('only a plain number has a percentage')
  return { value: multiply(value, rational(100)), unit: findUnit('%'), exact }
}

/** Whether an amount is written in percent. */
export function isPercent(amount: Amount): boolean {
  return amount.unit?.symbol === '%'
}

/** The plain number of a percentage; anything else is returned unchanged. */
export function withoutPercent(amount: Amount): Amount {
  return isPercent(amount) ? { ...amount, value: divide(amount.value, rational(100)), unit: null } : amount
}
