import { add, divide, equals, multiply, ONE, power, type Rational, subtract, ZERO } from './rational.ts'

export type BaseDimension =
  | 'm'
  | 'kg'
  | 's'
  | 'A'
  | 'K'
  | 'mol'
  | 'cd'
  | 'bit'
  | 'angle'
  | 'month'
  | 'currency:usd'
  | 'currency:eur'
  | 'currency:gbp'

/** The exponents of the base dimensions; absent ones are zero, and `{}` is a plain number. */
export type Dimension = Readonly<Partial<Record<BaseDimension, number>>>

/** One named unit, such as km or °C: `value × factor + offset` is the value in base units. */
export interface NamedUnit {
  readonly symbol: string
  readonly dimension: Dimension
  readonly factor: Rational
  readonly offset: Rational
  /** False only where the true factor is irrational, as for the radian. */
  readonly exact: boolean
}

export interface UnitTerm extends NamedUnit {
  readonly exponent: number
}

type Measure = Pick<NamedUnit, 'dimension'>

/** A unit as written, possibly compound: km/h has two terms. */
export interface Unit extends NamedUnit {
  readonly terms: readonly UnitTerm[]
}

/** Combines named units with their exponents into one; offsets are meaningless in a compound unit and are dropped. */
export function unitOf(terms: readonly UnitTerm[]): Unit {
  const only = terms.length === 1 && terms[0]?.exponent === 1 ? terms[0] : null
  const dimension: Partial<Record<BaseDimension, number>> = {}
  for (const term of terms) {
    for (const [base, exponent] of Object.entries(term.dimension) as [BaseDimension, number][]) {
      const sum = (dimension[base] ?? 0) + exponent * term.exponent
      if (sum === 0) delete dimension[base]
      else dimension[base] = sum
    }
  }
  return {
    symbol: symbolOf(terms),
    dimension,
    factor: terms.reduce((factor, term) => multiply(factor, power(term.factor, term.exponent)), ONE),
    offset: only?.offset ?? ZERO,
    exact: terms.every((term) => term.exact),
    terms,
  }
}

/** Whether two units measure the same thing, so that one can be converted to the other. */
export function sameDimension(left: Measure, right: Measure): boolean {
  const bases = new Set([
    ...Object.keys(left.dimension),
    ...Object.keys(right.dimension),
  ]) as Set<BaseDimension>
  return [...bases].every((base) => left.dimension[base] === right.dimension[base])
}

/** Converts a value to another unit of the same dimension. */
export function convert(value: Rational, from: Unit, to: Unit): Rational {
  return divide(subtract(add(multiply(value, from.factor), from.offset), to.offset), to.factor)
}

/**
 * Multiplies two units (or divides, with exponent -1): km/h · min becomes km with scale 1/60, and the value has to be
 * multiplied by the scale. The unit is null if everything cancels.
 */
export function combineUnits(
  left: Unit | null,
  right: Unit | null,
  exponent = 1,
): { unit: Unit | null; scale: Rational } {
  let scale = ONE
  const terms = [...(left?.terms ?? [])]
  for (const term of right?.terms ?? []) {
    const count = term.exponent * exponent
    const index = terms.findIndex((other) => sameDimension(other, term))
    const match = terms[index]
    if (!match) {
      terms.push({ ...term, exponent: count })
      continue
    }
    scale = multiply(scale, power(divide(term.factor, match.factor), count))
    terms[index] = { ...match, exponent: match.exponent + count }
  }
  const unit = unitOf(terms.filter((term) => term.exponent !== 0))
  if (Object.keys(unit.dimension).length > 0) return { unit, scale }
  return { unit: null, scale: multiply(scale, unit.factor) }
}

/** Whether the zero of the unit differs from the zero of what it measures, as for °C. */
export function hasOffset(unit: Unit | null): boolean {
  return unit !== null && !equals(unit.offset, ZERO)
}

function symbolOf(terms: readonly UnitTerm[]): string {
  const above = terms.filter((term) => term.exponent > 0).map(raised)
  const below = terms.filter((term) => term.exponent < 0).map(raised)
  const top = above.join('·') || '1'
  if (below.length === 0) return top
  return below.length === 1 ? `${top}/${below[0]}` : `${top}/(${below.join('·')})`
}

function raised(term: UnitTerm): string {
  const exponent = Math.abs(term.exponent)
  return exponent === 1 ? term.symbol : `${term.symbol}^${exponent}`
}
