import {
  type FirstReplies,
  probabilityOf,
  roundToThousandths,
} from '../../../src/engine/conclude/confidence.ts'
import { CALIBRATION } from './scripted-panel.ts'

/** The confidence by the made-up calibration, in an answer that so many of so many models gave; the others gave so many different ones. */
export function madeUpConfidence(given: number, answering: number, groups: number, compatible = 0): number {
  const against = answering - given - compatible
  const rival = groups === 1 ? 0 : Math.ceil(against / (groups - 1))
  const first: FirstReplies = { given, compatible, answering, rival, silent: 0, offersOptions: false }
  return roundToThousandths(probabilityOf(first, CALIBRATION))
}
