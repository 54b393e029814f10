import {
  readAgreement,
  readAxioms,
  readCalibration,
  readSameQuestion,
} from '../../adapters/assets/data-files.ts'
import { wordEvidenceFor } from '../../axioms/axiom-library.ts'

/** Data files that come with the service and never change. */
export type Assets = ReturnType<typeof readAssets>

/** Reads the axioms and everything that was fitted on recorded data. */
export function readAssets() {
  const axioms = readAxioms()
  return {
    axioms,
    wordEvidence: wordEvidenceFor(axioms),
    /** Models of how far two answers agree, and of how likely an answer is right given the agreement. */
    measures: { agreement: readAgreement(), calibration: readCalibration() },
    /** The model that decides whether two questions ask the same thing. */
    sameQuestion: readSameQuestion(),
  }
}
