import {
  type FirstReplies,
  probabilityOf,
  roundToThousandths,
} from '../../../src/engine/conclude/confidence.ts'
import { CALIBRATION } from './scripted-panel.ts'

/** The confidence by the made-up calibration, in an answer that so many of so many models gave. */
export function madeUpConfidence(given: number, answering: number, groups: number, compatible = 0): number {
  const first: FirstReplies = { given, compatible, answering, groups }
  return roundToThousandths(probabilityOf(first, CALIBRATION))
}
