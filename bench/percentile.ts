/** A percentile of some values: the median for 0.5, the maximum for 1. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0
}
