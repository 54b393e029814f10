import { affirmingShare } from '../../src/engine/measure/dispute.ts'
import { heldOutErrors } from './fit-support.ts'
import { type RecordedPoint, readPoints } from './recorded-points.ts'

/** How well a score tells true points from false ones: the chance that a true one has the higher score. */
export function areaUnderCurve(points: RecordedPoint[], scoreOf: (point: RecordedPoint) => number): number {
  const scores = (truth: boolean) => points.filter((point) => point.truth === truth).map(scoreOf)
  const [right, wrong] = [scores(true), scores(false)]
  const wins = right.flatMap((high) => wrong.map((low) => (high > low ? 1 : high === low ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / Math.max(1, wins.length)
}

/** The figures of recorded points. */
export function supportFigures(points: RecordedPoint[]) {
  const bySupport = new Map<string, RecordedPoint[]>()
  for (const point of points) {
    const support = affirmingShare(point).toFixed(2)
    bySupport.set(support, [...(bySupport.get(support) ?? []), point])
  }
  const errors = heldOutErrors(points)
  return {
    biographies: new Set(points.map(({ biography }) => biography)).size,
    points: points.length,
    true: points.filter(({ truth }) => truth).length,
    'AUROC of support': areaUnderCurve(points, affirmingShare),
    'squared error of the share, held out': errors.share,
    'squared error calibrated, held out': errors.calibrated,
    'AUROC of how many texts say it': areaUnderCurve(points, ({ says, denies }) => says - denies),
    'how often points are true, by support': Object.fromEntries(
      [...bySupport]
        .sort(([one], [other]) => Number(one) - Number(other))
        .map(([support, some]) => [support, `${some.filter(({ truth }) => truth).length} of ${some.length}`]),
    ),
  }
}

/** `npm run eval -- support`: whether what models affirm is true. */
export function evaluateSupport({ json }: { json: boolean }): void {
  const figures = supportFigures(readPoints())
  if (json) {
    console.log(JSON.stringify(figures, null, 2))
    return
  }
  const { 'how often points are true, by support': bySupport, ...others } = figures
  console.table(others)
  console.table(bySupport)
}
