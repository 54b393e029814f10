/**
 * Reports how many items are left, and whether that is worth a log line: at the start, each time the number has halved,
 * and at the end if the work was not done at once.
 */
export function reportProgress(report: (left: number, isNews: boolean) => void): (left: number) => void {
  let told = Number.POSITIVE_INFINITY
  return (left) => {
    const isNews = left <= told / 2 && (left > 0 || Number.isFinite(told))
    if (isNews) told = left
    report(left, isNews)
  }
}
