import { readAgreement, readCalibration } from '../../adapters/assets/data-files.ts'

/** What answers are measured with. */
export type Measures = ReturnType<typeof readMeasures>

/** Reads how far two answers agree, and how sure an agreement makes us, both as fitted on recorded panels. */
export function readMeasures() {
  return { agreement: readAgreement(), calibration: readCalibration() }
}
