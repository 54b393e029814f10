import { confidenceFrom } from '../../../src/engine/conclude/confidence.ts'
import { CALIBRATION } from './scripted-panel.ts'

/** The confidence in a number by the made-up calibration, each seat's support given; some is needed. */
export function madeUpConfidence(...supports: number[]): number {
  const by = supports.filter((support) => support > 0)
  const beside = supports.filter((support) => support === 0)
  return confidenceFrom({ kind: 'number', supports: { by, beside }, unread: 0, unlike: null }, CALIBRATION)
    .confidence
}
