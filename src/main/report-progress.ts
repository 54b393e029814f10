/**
 * Reports how many items are left, and whether that is worth a log line: at the start, each time the number has halved,
 * and at the end if the work was not done at once.
 */
export function reportProgress(
  report: (left: number, isWorthLogging: boolean) => void,
): (left: number) => void {
  let reported = Number.POSITIVE_INFINITY
  return (left) => {
    const isWorthLogging = left <= reported / 2 && (left > 0 || Number.isFinite(reported))
    if (isWorthLogging) reported = left
    report(left, isWorthLogging)
  }
}
