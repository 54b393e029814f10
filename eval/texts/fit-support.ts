import type { FactCurve } from '../../src/engine/conclude/confidence.ts'
import { claimSupport } from '../../src/engine/conclude/panel-claims.ts'
import { affirmingShare } from '../../src/engine/measure/dispute.ts'
import { fitLogistic } from '../fitting/logistic-regression.ts'
import type { RecordedPoint } from './recorded-points.ts'

/** How often points are true, by the share of models that affirm them. */
export function fitSupport(points: RecordedPoint[]): FactCurve {
  const observed = points.map((point) => {
    const share = affirmingShare(point)
    return { features: [Math.log(share / (1 - share))], truth: point.truth, weight: 1 }
  })
  const [slope, constant] = fitLogistic(observed).map((weight) => Number(weight.toFixed(3)))
  return { constant: constant!, slope: Math.max(0, slope!), points: points.length }
}

/** The mean squared error on points that a curve was not fitted on, each half by the other, against that of the share itself. */
export function heldOutErrors(points: RecordedPoint[]): { share: number; calibrated: number } {
  const squared = (score: number, { truth }: RecordedPoint) => (score - Number(truth)) ** 2
  const errors = [0, 1].flatMap((half) => {
    const curve = fitSupport(points.filter(({ biography }) => biography % 2 !== half))
    return points
      .filter(({ biography }) => biography % 2 === half)
      .map((point) => ({
        share: squared(affirmingShare(point), point),
        calibrated: squared(claimSupport({ type: 'fact' }, point, curve), point),
      }))
  })
  const mean = (name: 'share' | 'calibrated') =>
    errors.reduce((sum, error) => sum + error[name], 0) / points.length
  return { share: mean('share'), calibrated: mean('calibrated') }
}
