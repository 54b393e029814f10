/**
 * Passes on how many are left, and whether that is worth a line: at first, whenever half of the last is left, and at the
 * end of what was not done at once.
 */
export function reportProgress(report: (left: number, isNews: boolean) => void): (left: number) => void {
  let told = Number.POSITIVE_INFINITY
  return (left) => {
    const isNews = left <= told / 2 && (left > 0 || Number.isFinite(told))
    if (isNews) told = left
    report(left, isNews)
  }
}
