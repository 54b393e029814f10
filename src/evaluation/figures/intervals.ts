/** A figure with the interval in which it lies with a probability of 95%. */
export interface Interval {
  value: number
  low: number
  high: number
}

/** The width of a 95% interval in standard deviations. */
const NINETY_FIVE = 1.96

/** A share with Wilson’s interval. */
export function shareWithin(part: number, whole: number): Interval {
  if (whole === 0) return { value: 0, low: 0, high: 1 }
  const value = part / whole
  const square = NINETY_FIVE ** 2
  const spread = NINETY_FIVE * Math.sqrt((value * (1 - value)) / whole + square / (4 * whole ** 2))
  const middle = value + square / (2 * whole)
  const scale = 1 + square / whole
  return {
    value,
    low: Math.max(0, Math.min(value, (middle - spread) / scale)),
    high: Math.min(1, Math.max(value, (middle + spread) / scale)),
  }
}

/**
 * By how much more often one way is right than another on the same questions, with the interval of Agresti and Min (2005)
 * for matched pairs, which is never empty. A tie that a lot would decide counts by its chance.
 */
export function differenceWithin(one: number[], other: number[]): Interval {
  const differences = one.map((right, place) => right - other[place]!)
  const won = sumOf(differences.map((difference) => Math.max(0, difference)))
  const lost = sumOf(differences.map((difference) => Math.max(0, -difference)))
  const size = one.length + 2
  const middle = (won - lost) / size
  const spread = NINETY_FIVE * Math.sqrt(((won + lost + 1) / size - middle ** 2) / size)
  const value = one.length === 0 ? 0 : (won - lost) / one.length
  return {
    value,
    low: Math.max(-1, Math.min(value, middle - spread)),
    high: Math.min(1, Math.max(value, middle + spread)),
  }
}

/** The sum of some numbers. */
export function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The mean of the numbers that are known; null if none is. */
export function meanOf(values: Array<number | null>): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sumOf(known) / known.length
}
