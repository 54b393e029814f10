import {
  readAgreement,
  readAxioms,
  readCalibration,
  readSameQuestion,
} from '../../adapters/assets/data-files.ts'
import { wordEvidenceFor } from '../../axioms/axiom-library.ts'

/** What the service reads from its own files and never changes. */
export type Assets = ReturnType<typeof readAssets>

/** Reads the axioms and everything that was fitted on recorded data. */
export function readAssets() {
  const axioms = readAxioms()
  return {
    axioms,
    wordEvidence: wordEvidenceFor(axioms),
    /** How far two answers agree, and how likely an agreement makes an answer to be right. */
    measures: { agreement: readAgreement(), calibration: readCalibration() },
    /** Whether two questions ask the same thing. */
    sameQuestion: readSameQuestion(),
  }
}
