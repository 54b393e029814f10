import { confidenceFrom } from '../confidence.ts'
import { CALIBRATION } from './scripted-panel.ts'

/** The confidence in a number by the made-up calibration, each seat's support given; some is needed. */
export function madeUpConfidence(...supports: number[]): number {
  return confidenceFrom({ kind: 'number', supports, supporters: 1, unlike: null }, CALIBRATION).confidence
}
