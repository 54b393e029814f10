import { type Interval, shareWithin, sumOf } from './intervals.ts'

/** Answers of about the same confidence: what was stated on average, and how many were right. */
export interface CurvePoint {
  questions: number
  stated: number
  right: Interval
}

const BINS = 10

/** How often answers are right by their confidence, in ten bins of about equal size; equal confidences share a bin. */
export function calibrationCurve(stated: number[], right: boolean[]): CurvePoint[] {
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
