import type { Bound } from './bound.ts'
import type { Rational } from './rational.ts'
import type { Unit } from './unit.ts'

/** A number as someone stated it: its exact value, its unit, and how precisely it was meant. */
export interface Quantity {
  readonly value: Rational
  readonly unit: Unit | null
  /** Infinity for exact values, such as 3/4 or "twelve". */
  readonly significantDigits: number
  /** Whether it was hedged, as in "about 42" or "≈ 3.14". */
  readonly approximate: boolean
  /** The bound, as in “at least 3”; null if the number is the value itself. */
  readonly bound: Bound | null
}
