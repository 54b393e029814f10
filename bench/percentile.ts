/** The value below which a share of some values lies: the median at 0.5, the largest at 1. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0
}
