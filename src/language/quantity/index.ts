export { findMentions, findQuantities, type Mention } from './find-quantities.ts'
export { matchAt } from './match-at.ts'
export { normalizeText } from './normalize-text.ts'
export { parseQuantity } from './parse-quantity.ts'
export type { Quantity } from './quantity.ts'
export {
  absolute,
  add,
  compare,
  divide,
  equals,
  greatestCommonDivisor,
  isInteger,
  multiply,
  negate,
  ONE,
  power,
  type Rational,
  RationalRangeError,
  rational,
  subtract,
} from './rational.ts'
export {
  decimalPlaces,
  digitStep,
  digitsNeeded,
  fromDecimal,
  toDecimal,
  toRoundedDecimal,
} from './rational-decimal.ts'
export { sameQuantity } from './same-quantity.ts'
export { scanQuantity } from './scan-quantity.ts'
export { parseUnit } from './scan-unit.ts'
export { combineUnits, convert, hasOffset, sameDimension, type Unit } from './unit.ts'
export { PI } from './unit-table.ts'
export { findUnit } from './units.ts'
