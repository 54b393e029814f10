import {
  readAgreement,
  readAxioms,
  readCalibration,
  readClaimSupport,
  readQuestionKinds,
  readSameQuestion,
  readTextChoice,
} from '../../adapters/assets/data-files.ts'
import { openPairModel } from '../../adapters/assets/pair-model-files.ts'
import { readSupportModel } from '../../adapters/assets/support-model-files.ts'
import { readBuiltinModel } from '../../adapters/embedders/builtin-embedder.ts'
import { wordEvidenceFor } from '../../axioms/axiom-library.ts'

/** The data files and models that come with the service and never change. */
export type Assets = Awaited<ReturnType<typeof readAssets>>

/** Reads the axioms, the built-in models and everything that was fitted on recorded data. */
export async function readAssets() {
  const embedding = await readBuiltinModel()
  const axioms = readAxioms()
  return {
    axioms,
    wordEvidence: wordEvidenceFor(axioms),
    /**
     * Models of how far two answers agree, of how likely an answer is right given the agreement, of which text of a panel
     * is the best choice, and of how likely a claim is true.
     */
    measures: {
      agreement: readAgreement(),
      calibration: readCalibration(),
      textChoice: readTextChoice(),
      claimSupport: readClaimSupport(),
      questionKinds: readQuestionKinds(),
    },
    /** The built-in embedding model. */
    embedding,
    /** The models that decide whether two questions ask the same thing. */
    /** The model that judges claims by sentences. */
    support: await readSupportModel(),
    sameQuestion: { model: readSameQuestion(), pairModel: await openPairModel(embedding.wordPieces) },
  }
}
