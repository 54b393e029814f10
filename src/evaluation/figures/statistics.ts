/** A figure with the interval in which it lies with a probability of 95%. */
export interface Interval {
  value: number
  low: number
  high: number
}

const BINS = 10

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

/** The sum of some numbers; null if one of them is not known. */
export function knownSumOf(values: Array<number | null>): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/** The mean of the numbers that are known; null if none is. */
export function meanOf(values: Array<number | null>): number | null {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : sumOf(numbers) / numbers.length
}

/** How often answers are right by their confidence, in ten bins of about equal size; equal confidences share a bin. */
export function calibrationCurve(stated: number[], right: boolean[]) {
  const inOrder = stated
    .map((confidence, place) => ({ confidence, isRight: right[place]! }))
    .sort((one, other) => one.confidence - other.confidence)
  const bins: Array<typeof inOrder> = []
  for (const [place, one] of inOrder.entries()) {
    const last = bins.at(-1)
    const isFull = last !== undefined && place >= Math.round((bins.length * inOrder.length) / BINS)
    if (last === undefined || (isFull && last.at(-1)!.confidence !== one.confidence)) bins.push([one])
    else last.push(one)
  }
  return bins.map((bin) => ({
    questions: bin.length,
    stated: sumOf(bin.map(({ confidence }) => confidence)) / bin.length,
    right: shareWithin(bin.filter(({ isRight }) => isRight).length, bin.length),
  }))
}

/** Expected calibration error: how far stated probabilities are from observed frequencies, in ten bins of equal width. */
export function calibrationError(stated: number[], cameTrue: boolean[]): number {
  const bins = Array.from({ length: BINS }, () => ({ stated: 0, came: 0 }))
  stated.forEach((probability, index) => {
    const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))]!
    bin.stated += probability
    bin.came += cameTrue[index] ? 1 : 0
  })
  return bins.reduce((sum, bin) => sum + Math.abs(bin.stated - bin.came), 0) / stated.length
}

/** The mean squared distance of stated probabilities from what came true. */
export function brierScore(stated: number[], cameTrue: boolean[]): number {
  return (
    sumOf(stated.map((probability, index) => (probability - Number(cameTrue[index])) ** 2)) / stated.length
  )
}
